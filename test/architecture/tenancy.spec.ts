import { loadParser, unscopedTables } from '@test/support/tenancy';

/**
 * Every statement of a request is limited to one account. `watch-tenancy.ts` checks all statements of service tests; this spec tests
 * that check.
 */
const TABLES = new Set(['review', 'link', 'tracked_object', 'review_reply']);

describe('the check of statements for the account', () => {
  beforeAll(() => loadParser());

  it.each<[what: string, sql: string]>([
    ['account_id compared with a parameter', 'select from review where account_id = $1'],
    ['a parameter on the left of account_id', 'select from review where $1::bigint = account_id'],
    ['an alias before account_id', 'select from review r where r.account_id = $1::bigint and r.id > $2'],
    ['a join on account_id', 'select from review r join link l on l.account_id = r.account_id where r.account_id = $1'],
    [
      'a left join on account_id',
      'select from link l left join review r on r.account_id = l.account_id where l.account_id = $1',
    ],
    ['a join `using (account_id)`', 'select from review join link using (account_id, id) where review.account_id = $1'],
    [
      'a comparison of row values',
      'select from review r, link l where l.account_id = $1 and (r.account_id, r.link_id) = (l.account_id, l.id)',
    ],
    [
      'a join on the id of a row that is limited to the account',
      'select from link l join review r on r.link_id = l.id where l.account_id = $1',
    ],
    [
      'a join on account_id of a function in `from`',
      'select from unnest($1::bigint[]) x (account_id) join review r on r.account_id = x.account_id',
    ],
    [
      'a lateral subquery that compares account_id with the outer row',
      'select from link l, lateral (select from review r where r.account_id = l.account_id) where l.account_id = $1',
    ],
    [
      'a join on the id of a limited row of `with`',
      'with own as (select * from review where account_id = $1) select from own r join link l on l.id = r.link_id',
    ],
    [
      'a condition in both halves of a union',
      'select from review where account_id = $1 union all select from link where account_id = $1',
    ],
    [
      'an update that joins a limited row',
      'update review r set rating = 1 from link l where l.account_id = $1 and r.link_id = l.id',
    ],
    [
      'a delete that joins a limited row',
      'delete from review r using link l where r.account_id = $1 and l.account_id = r.account_id',
    ],
    [
      'a limited query in an insert',
      'insert into review (account_id) select account_id from link where account_id = $1',
    ],
    [
      'ids of a limited subquery',
      'delete from review where id in (select id from review where account_id = $1 limit 5)',
    ],
    [
      'a ctid of a limited subquery',
      'delete from review where ctid = any(array(select ctid from review where account_id = $1))',
    ],
    ['only tables without accounts', 'select from source where id = $1'],
    ['no query at all', 'START TRANSACTION'],
  ])('accepts a statement with %s', (_what, sql) => {
    expect(unscopedTables(sql, TABLES)).toEqual([]);
  });

  it.each<[what: string, sql: string, tables: readonly string[]]>([
    ['no condition', 'select from review', ['review']],
    ['a condition on the id only', 'select from review where id = $1', ['review']],
    ['a comparison of account_id other than `=`', 'select from review where account_id <> -$1', ['review']],
    ['the account condition under `or`', 'select from review where account_id = $1 or id = $2', ['review']],
    ['account_id compared with itself', 'select from review r where r.account_id = r.account_id', ['review']],
    [
      'a join of two rows without a condition on either',
      'select from review r join link l on l.account_id = r.account_id',
      ['review', 'link'],
    ],
    ['a condition on one of two tables', 'select from review r, link l where r.account_id = $1', ['link']],
    ['a condition in half of a union', 'select from review where account_id = $1 union all select from link', ['link']],
    [
      'an unlimited subquery in a condition',
      'select from link where account_id = $1 and exists (select from review where id = $2)',
      ['review'],
    ],
    [
      'an unlimited query in `with`',
      'with x as (select from review) select from link where account_id = $1',
      ['review'],
    ],
    ['an update by id', 'update review set rating = 1 where id = $1', ['review']],
    [
      'ids of an unlimited subquery',
      'delete from review where id in (select id from review where rating = 1)',
      ['review'],
    ],
    ['ids of a parameter', 'delete from review where id = any($1)', ['review']],
    ['a delete with a range of account_id', 'delete from review where account_id > $1', ['review']],
    ['an unlimited query in an insert', 'insert into review (account_id) select account_id from link', ['link']],
    [
      'account_id excluded next to a limited id',
      'select from link l join review r on r.link_id = l.id where l.account_id = $1 and r.account_id <> -$1',
      ['review'],
    ],
  ])('reports a statement with %s', (_what, sql, tables) => {
    expect(unscopedTables(sql, TABLES)).toEqual(tables);
  });
});
