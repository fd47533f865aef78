import { summaryOf } from './statement-span';

describe('the name of a statement in a trace', () => {
  it.each<[summary: string, text: string]>([
    ['SELECT review_view', 'select r.id from review_view r join link on true where r.text = $1'],
    ['INSERT outbox', 'insert into outbox (event) select event from unnest($1::text[]) e (event)'],
    ['UPDATE link', 'update link l set name = $1 from tracked_object o where o.id = l.object_id'],
    ['DELETE outbox', '\n  delete from outbox where id in (select id from outbox)'],
    ['INSERT link', 'with added as (insert into link (url) values ($1) returning id) select id from added'],
    ['SELECT', `select set_config('lock_timeout', $1, true)`],
    ['SELECT', 'select extract(epoch from clock_timestamp())'],
    ['SELECT account', 'SELECT count(*) FROM account'],
    ['COMMIT', 'COMMIT'],
    ['START TRANSACTION', 'START TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY'],
    ['SQL', 'reset enable_sort'],
  ])('%s', (summary, text) => {
    expect(summaryOf({ text })).toBe(summary);
    expect(summaryOf({ text })).toBe(summary);
  });

  it('is its own name if it has one', () => {
    expect(summaryOf({ name: 'outbox-write', text: 'insert into outbox default values' })).toBe('outbox-write');
  });
});
