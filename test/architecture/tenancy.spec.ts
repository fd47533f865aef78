import { loadParser, unscopedTables } from '@test/support/tenancy';

/**
 * Every list is of one account. Tests of services check every statement that they send (`watch-tenancy.ts`); this spec tests that
 * check.
 */
const TABLES = new Set(['review', 'link', 'tracked_object', 'review_reply']);

describe('a statement is limited to one account', () => {
  beforeAll(() => loadParser());

  it.each<[what: string, sql: string]>([
    ['a parameter', 'select from review where account_id = $1'],
    ['a parameter on the left', 'select from review where $1::bigint = account_id'],
    ['a parameter by the alias', 'select from review r where r.account_id = $1::bigint and r.id > $2'],
    [
      'a join by the account',
      'select from review r join link l on l.account_id = r.account_id where r.account_id = $1',
    ],
    [
      'a left join by the account',
      'select from link l left join review r on r.account_id = l.account_id where l.account_id = $1',
    ],
    ['using', 'select from review join link using (account_id, id) where review.account_id = $1'],
    [
      'a row',
      'select from review r, link l where l.account_id = $1 and (r.account_id, r.link_id) = (l.account_id, l.id)',
    ],
    ['the id of a row that is held', 'select from link l join review r on r.link_id = l.id where l.account_id = $1'],
    [
      'a row of a function',
      'select from unnest($1::bigint[]) x (account_id) join review r on r.account_id = x.account_id',
    ],
    [
      'a row outside of it',
      'select from link l, lateral (select from review r where r.account_id = l.account_id) where l.account_id = $1',
    ],
    [
      'a row of `with`',
      'with own as (select * from review where account_id = $1) select from own r join link l on l.id = r.link_id',
    ],
    ['halves of a union', 'select from review where account_id = $1 union all select from link where account_id = $1'],
    ['an update', 'update review r set rating = 1 from link l where l.account_id = $1 and r.link_id = l.id'],
    ['a delete', 'delete from review r using link l where r.account_id = $1 and l.account_id = r.account_id'],
    ['what is inserted', 'insert into review (account_id) select account_id from link where account_id = $1'],
    ['ids of a query', 'delete from review where id in (select id from review where account_id = $1 limit 5)'],
    ['rows of a query', 'delete from review where ctid = any(array(select ctid from review where account_id = $1))'],
    ['no table of accounts', 'select from source where id = $1'],
    ['no query', 'START TRANSACTION'],
  ])('%s: held', (_what, sql) => {
    expect(unscopedTables(sql, TABLES)).toEqual([]);
  });

  it.each<[what: string, sql: string, tables: readonly string[]]>([
    ['nothing', 'select from review', ['review']],
    ['an id alone', 'select from review where id = $1', ['review']],
    ['another comparison', 'select from review where account_id <> -$1', ['review']],
    ['a condition under `or`', 'select from review where account_id = $1 or id = $2', ['review']],
    ['its own column', 'select from review r where r.account_id = r.account_id', ['review']],
    ['a row that is not held', 'select from review r join link l on l.account_id = r.account_id', ['review', 'link']],
    ['one of two', 'select from review r, link l where r.account_id = $1', ['link']],
    ['half of a union', 'select from review where account_id = $1 union all select from link', ['link']],
    [
      'a query in a condition',
      'select from link where account_id = $1 and exists (select from review where id = $2)',
      ['review'],
    ],
    ['a query of `with`', 'with x as (select from review) select from link where account_id = $1', ['review']],
    ['an update', 'update review set rating = 1 where id = $1', ['review']],
    ['ids of a query', 'delete from review where id in (select id from review where rating = 1)', ['review']],
    ['ids of a list', 'delete from review where id = any($1)', ['review']],
    ['a delete', 'delete from review where account_id > $1', ['review']],
    ['what is inserted', 'insert into review (account_id) select account_id from link', ['link']],
    [
      'another comparison beside a held id',
      'select from link l join review r on r.link_id = l.id where l.account_id = $1 and r.account_id <> -$1',
      ['review'],
    ],
  ])('%s: not held', (_what, sql, tables) => {
    expect(unscopedTables(sql, TABLES)).toEqual(tables);
  });
});
