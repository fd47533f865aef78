import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One row per link with what the feed's total is without filters. `link_stat` has a row for every kind of review, and the
 * larger a link, the more kinds it has: a folder's total took longer the more reviews its objects had.
 */
export class ReviewsTotals1795200000092 implements MigrationInterface {
  readonly name = 'ReviewsTotals1795200000092';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    // Creating triggers makes writers wait until the commit, so nothing comes between them and the first count.
    for (const operation of ['insert', 'update', 'delete'] as const) await runner.query(totalTrigger(operation));
    await runner.query(FIRST_COUNT);
    await runner.query('analyze link_total');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const operation of ['insert', 'update', 'delete']) {
      await runner.query(`drop trigger review_total_${operation} on review; drop function review_total_${operation}()`);
    }
    await runner.query('drop table link_total');
  }
}

const TABLE = `
  -- n counts what is not deleted, n_shown what is neither deleted nor hidden, n_feed what is not pinned either. Every write
  -- of reviews changes its link's row: half of each page is left free, so that no index entry is made for it.
  create table link_total (
    account_id bigint not null,
    object_id bigint not null,
    link_id bigint not null,
    source_id int not null,
    n bigint not null,
    n_shown bigint not null,
    n_feed bigint not null,
    primary key (account_id, object_id, link_id)
  ) with (fillfactor = 50);
`;

const FIRST_COUNT = `
  insert into link_total (account_id, object_id, link_id, source_id, n, n_shown, n_feed)
  select account_id, object_id, link_id, min(source_id),
    coalesce(sum(n) filter (where flags & 16 = 0), 0),
    coalesce(sum(n) filter (where flags & 48 = 0), 0),
    coalesce(sum(n) filter (where flags & 112 = 0), 0)
  from link_stat group by account_id, object_id, link_id
`;

/**
 * Beside the triggers of the other counters and after them, since triggers of one event run in the order of their names:
 * every writer takes the rows of the three tables in one order.
 */
function totalTrigger(operation: 'insert' | 'update' | 'delete'): string {
  const [added, removed] = ['select r.*, 1 as d from added r', 'select r.*, -1 as d from removed r'];
  const changes = { insert: added, update: `${added} union all ${removed}`, delete: removed }[operation];
  const referencing = {
    insert: 'new table as added',
    update: 'new table as added old table as removed',
    delete: 'old table as removed',
  }[operation];
  return `
    create function review_total_${operation}() returns trigger language plpgsql as $$
    begin
      insert into link_total as t (account_id, object_id, link_id, source_id, n, n_shown, n_feed)
      select * from (
        select account_id, object_id, link_id, min(source_id),
          coalesce(sum(d) filter (where flags & 16 = 0), 0) as n,
          coalesce(sum(d) filter (where flags & 48 = 0), 0) as n_shown,
          coalesce(sum(d) filter (where flags & 112 = 0), 0) as n_feed
        from (${changes}) c group by account_id, object_id, link_id
      ) delta
      where n <> 0 or n_shown <> 0 or n_feed <> 0
      order by account_id, object_id, link_id
      on conflict (account_id, object_id, link_id) do update set
        n = t.n + excluded.n, n_shown = t.n_shown + excluded.n_shown, n_feed = t.n_feed + excluded.n_feed;
      return null;
    end $$;
    create trigger review_total_${operation} after ${operation} on review
      referencing ${referencing} for each statement execute function review_total_${operation}();
  `;
}
