import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reviews, their raw records, and the rollups that count them in the transaction that writes them. */
export class Reviews1795200000003 implements MigrationInterface {
  readonly name = 'Reviews1795200000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create extension if not exists pg_trgm; create extension if not exists btree_gin');
    await runner.query(REVIEW_TABLES);
    await runner.query(ROLLUP_TABLES);
    for (const operation of ['insert', 'update', 'delete'] as const) await runner.query(rollupTrigger(operation));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table link_month, link_stat, review_raw, review, account_change');
    for (const operation of ['insert', 'update', 'delete']) await runner.query(`drop function review_rollup_${operation}()`);
  }
}

const REVIEW_TABLES = `
  -- The number of the account's newest change and its time. Its row lock is held to commit by every transaction that
  -- changes a review, so numbers become visible in order: a sequence or a timestamp alone would lose changes.
  create table account_change (
    account_id bigint primary key references account (id),
    change_seq bigint not null,
    changed_at timestamptz not null
  ) with (fillfactor = 50);

  -- Narrow columns first, wide text last. account_id leads every index: ownership and a later partition key in one.
  create table review (
    account_id bigint not null,
    id bigint generated always as identity,
    object_id bigint not null,
    link_id bigint not null,
    change_seq bigint not null,
    review_date timestamp(0),
    reply_date timestamp(0),
    first_seen_at timestamptz not null,
    updated_at timestamptz not null,
    -- When the row was last written because it was seen; the link's staircase carries the sightings that wrote nothing.
    seen_at timestamptz not null,
    -- Begin of the first complete pass that missed it. While set, the staircase does not speak for this review.
    missed_at timestamptz,
    deleted_at timestamptz,
    hidden_at timestamptz,
    pinned_at timestamptz,
    source_id int not null,
    -- Whole hundredths of a star; null where the platform gives no number.
    rating smallint check (rating between 100 and 500),
    pin_position smallint,
    -- 0 exact, 1 day, 2 relative to the moment of collection.
    date_precision smallint not null,
    is_native boolean not null,
    flags smallint not null generated always as (
      (case when text is not null then 1 else 0 end)
      + (case when images is not null then 2 else 0 end)
      + (case when videos is not null then 4 else 0 end)
      + (case when reply_text is not null then 8 else 0 end)
      + (case when deleted_at is not null then 16 else 0 end)
      + (case when hidden_at is not null then 32 else 0 end)
      + (case when pin_position is not null then 64 else 0 end)
    ) stored,
    content_hash bytea not null,
    external_id text not null,
    rating_original text,
    author text,
    review_url text,
    text text,
    positive text,
    negative text,
    reply_text text,
    images json,
    videos json,
    -- No foreign keys here and on review_raw: checked row by row they cost a fifth of taking reviews in. The statement that
    -- inserts holds its link instead, once for a batch, and the one that purges takes raw records with their reviews.
    primary key (account_id, id),
    check ((pin_position is null) = (pinned_at is null)),
    check (pin_position is null or hidden_at is null)
  );
  create unique index review_external on review (account_id, link_id, external_id);
  create index review_by_date on review (account_id, object_id, review_date desc nulls last, id desc) include (flags, rating, source_id, link_id);
  create index review_by_rating on review (account_id, object_id, rating desc nulls last, id desc) include (review_date, flags, source_id, link_id);
  create index review_by_reply on review (account_id, object_id, reply_date desc nulls last, id desc) include (review_date, flags, rating, source_id, link_id);
  create index review_by_update on review (account_id, object_id, updated_at) include (review_date, flags, rating, source_id, link_id);
  create index review_of_link on review (account_id, link_id, review_date desc nulls last, id desc) include (flags);
  create index review_by_change on review (account_id, change_seq) include (object_id);
  -- Lower-cased with the built-in Unicode rules, so that the search is case-insensitive for every alphabet whatever
  -- locale the database was made with.
  create index review_search on review using gin (object_id, lower(text collate pg_c_utf8) gin_trgm_ops)
    with (fastupdate = on, gin_pending_list_limit = 4096);

  create table review_raw (
    account_id bigint not null,
    review_id bigint not null,
    raw json not null,
    primary key (account_id, review_id)
  );
`;

const ROLLUP_TABLES = `
  -- Counts of all time by everything that the feed filters on; rating 0 stands for unrated.
  create table link_stat (
    account_id bigint not null,
    object_id bigint not null,
    link_id bigint not null,
    source_id int not null,
    rating smallint not null,
    flags smallint not null,
    n bigint not null,
    primary key (account_id, object_id, link_id, rating, flags)
  ) with (fillfactor = 70);

  -- Counts by month of review_date; -infinity stands for undated. n and its parts count what is not deleted; n_feed what
  -- is neither deleted nor hidden nor pinned, which is the feed of one object without parameters.
  create table link_month (
    account_id bigint not null,
    object_id bigint not null,
    month date not null,
    link_id bigint not null,
    source_id int not null,
    rating smallint not null,
    n bigint not null,
    n_text bigint not null,
    n_images bigint not null,
    n_reply bigint not null,
    n_feed bigint not null,
    primary key (account_id, object_id, month, link_id, rating)
  ) with (fillfactor = 70);
`;

/**
 * One statement trigger per operation over its transition tables: exact whoever writes. Deltas are applied in key order,
 * so that two writers meet at the same row first and never lock crosswise.
 */
function rollupTrigger(operation: 'insert' | 'update' | 'delete'): string {
  const changes = {
    insert: 'select r.*, 1 as d from added r',
    update: 'select r.*, 1 as d from added r union all select r.*, -1 as d from removed r',
    delete: 'select r.*, -1 as d from removed r',
  }[operation];
  const referencing = {
    insert: 'new table as added',
    update: 'new table as added old table as removed',
    delete: 'old table as removed',
  }[operation];
  return `
    create function review_rollup_${operation}() returns trigger language plpgsql as $$
    begin
      insert into link_stat as s (account_id, object_id, link_id, source_id, rating, flags, n)
      select account_id, object_id, link_id, min(source_id), coalesce(rating, 0), flags, sum(d)
      from (${changes}) c
      group by account_id, object_id, link_id, coalesce(rating, 0), flags
      having sum(d) <> 0
      order by account_id, object_id, link_id, coalesce(rating, 0), flags
      on conflict (account_id, object_id, link_id, rating, flags) do update set n = s.n + excluded.n;

      insert into link_month as m (account_id, object_id, month, link_id, source_id, rating, n, n_text, n_images, n_reply, n_feed)
      select * from (
        select account_id, object_id, coalesce(date_trunc('month', review_date)::date, '-infinity') as month, link_id,
          min(source_id), coalesce(rating, 0) as rating_key,
          coalesce(sum(d) filter (where flags & 16 = 0), 0) as n,
          coalesce(sum(d) filter (where flags & 17 = 1), 0) as n_text,
          coalesce(sum(d) filter (where flags & 18 = 2), 0) as n_images,
          coalesce(sum(d) filter (where flags & 24 = 8), 0) as n_reply,
          coalesce(sum(d) filter (where flags & 112 = 0), 0) as n_feed
        from (${changes}) c
        group by account_id, object_id, coalesce(date_trunc('month', review_date)::date, '-infinity'), link_id, coalesce(rating, 0)
      ) delta
      where n <> 0 or n_text <> 0 or n_images <> 0 or n_reply <> 0 or n_feed <> 0
      order by account_id, object_id, month, link_id, rating_key
      on conflict (account_id, object_id, month, link_id, rating) do update set
        n = m.n + excluded.n, n_text = m.n_text + excluded.n_text, n_images = m.n_images + excluded.n_images,
        n_reply = m.n_reply + excluded.n_reply, n_feed = m.n_feed + excluded.n_feed;
      return null;
    end $$;
    create trigger review_rollup_${operation} after ${operation} on review
      referencing ${referencing} for each statement execute function review_rollup_${operation}();
  `;
}
