import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Reviews, and the counters that triggers maintain in the transactions that write reviews. */
export class Reviews1795800000130 implements MigrationInterface {
  readonly name = 'Reviews1795800000130';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create extension if not exists pg_trgm; create extension if not exists btree_gin');
    await runner.query(REVIEW_TABLES);
    await runner.query(COUNTER_TABLES);
    for (const counter of COUNTERS) await runner.query(recountView(counter));
    for (const operation of OPERATIONS) await runner.query(counterTrigger(operation));
    await runner.query(PIN_TRIGGER);
    await runner.query(STATISTICS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view review_statistics');
    await runner.query(`
      drop trigger renumber_pins on link;
      drop view ${COUNTERS.map(({ table }) => `${table}_recount`).join(', ')};
      drop table link_total, link_month, link_stat, review_raw, review, account_change;
      drop function renumber_pins(), ${OPERATIONS.map((operation) => `review_count_${operation}()`).join(', ')};
    `);
  }
}

/** The bits of `review.flags`, each with the condition that sets it. Equal to `REVIEW_FLAGS` of src/reviews, which a test checks. */
const FLAGS = {
  text: { bit: 1, when: 'text is not null' },
  images: { bit: 2, when: 'images is not null' },
  videos: { bit: 4, when: 'videos is not null' },
  reply: { bit: 8, when: 'reply_text is not null' },
  deleted: { bit: 16, when: 'deleted_at is not null' },
  hidden: { bit: 32, when: 'hidden_at is not null' },
  pinned: { bit: 64, when: 'pin_position is not null' },
} as const;

type Flag = keyof typeof FLAGS;

const FLAGS_OF_ROW = Object.values(FLAGS)
  .map(({ bit, when }) => `(case when ${when} then ${bit} else 0 end)`)
  .join(' + ');

/** Sums `d` (1 for a row that is counted, -1 for one that is removed) over the rows with the flags `present` and without `absent`. */
function sumOf({ present = [], absent = [] }: { present?: readonly Flag[]; absent?: readonly Flag[] }): string {
  const bits = (flags: readonly Flag[]): number => flags.reduce((sum, flag) => sum + FLAGS[flag].bit, 0);
  return `coalesce(sum(d) filter (where flags & ${bits([...present, ...absent])} = ${bits(present)}), 0)`;
}

const REVIEW_TABLES = `
  create table account_change (
    account_id bigint primary key references account (id),
    change_seq bigint not null,
    changed_at timestamptz not null
  ) with (fillfactor = 50);

  -- Narrow columns first, wide text last. Every B-tree index begins with account_id: every query filters by it, and it can become a
  -- partition key. review and review_raw have no foreign keys: their checks, one per row, took a fifth of the time of
  -- intake. The statement that inserts reviews locks their link instead, and the purge of reviews deletes their raw records.
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
    seen_at timestamptz not null,
    missed_at timestamptz,
    deleted_at timestamptz,
    hidden_at timestamptz,
    pinned_at timestamptz,
    own_reply_at timestamptz,
    source_id int not null,
    rating smallint check (rating between 100 and 500),
    pin_position smallint,
    date_precision smallint not null,
    is_native boolean not null,
    flags smallint not null generated always as (${FLAGS_OF_ROW}) stored,
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
    primary key (account_id, id),
    check ((pin_position is null) = (pinned_at is null)),
    check (pin_position is null or hidden_at is null)
  ) with (
    -- Analyzed after a fixed number of changes. If the threshold were a share of a large table, the planner would have no statistics
    -- of a new account for days, and would estimate the same cost for every index that begins with account_id.
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000
  );
  create unique index review_external on review (account_id, link_id, external_id);
  create index review_by_date on review (account_id, object_id, review_date desc nulls last, id desc)
    include (flags, rating, source_id, link_id);
  create index review_by_rating on review (account_id, object_id, rating desc nulls last, id desc)
    include (review_date, flags, source_id, link_id);
  create index review_by_reply on review (account_id, object_id, reply_date desc nulls last, id desc)
    include (review_date, flags, rating, source_id, link_id);
  create index review_by_update on review (account_id, object_id, updated_at)
    include (review_date, flags, rating, source_id, link_id);
  create index review_of_link on review (account_id, link_id, review_date desc nulls last, id desc) include (flags);
  create index review_by_change on review (account_id, change_seq) include (object_id);
  create index review_pinned on review (account_id, object_id, pin_position) where pin_position is not null;
  create index review_hidden on review (account_id, object_id, hidden_at desc, id desc) where hidden_at is not null;
  create index review_unanswered on review (account_id, object_id, review_date)
    where rating < 300 and reply_text is null and deleted_at is null;
  create index review_missed on review (account_id, link_id, missed_at) where missed_at is not null and deleted_at is null;
  -- The collation is PostgreSQL's own, so the search ignores case in every alphabet and with every locale of the database; final
  -- sigma is folded to sigma.
  create index review_search on review
    using gin (object_id, (replace(lower(text collate pg_c_utf8), 'ς', 'σ')) gin_trgm_ops)
    with (fastupdate = on, gin_pending_list_limit = 4096);

  create table review_raw (
    account_id bigint not null,
    review_id bigint not null,
    raw json not null,
    primary key (account_id, review_id)
  );
`;

const COUNTER_TABLES = `
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

  -- Every write of reviews updates the row of its link: half of each page is free, so that these updates write no index entries.
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

/** A table of counters. */
interface Counter {
  readonly table: string;
  /** The key columns, each with its expression over a review. */
  readonly key: Readonly<Record<string, string>>;
  /** The counter columns, each with its aggregate over the reviews of a key. */
  readonly counts: Readonly<Record<string, string>>;
}

const NOT_DELETED = sumOf({ absent: ['deleted'] });
const IN_FEED = sumOf({ absent: ['deleted', 'hidden', 'pinned'] });

/** The counters, in the order in which all writers lock their tables. */
const COUNTERS: readonly Counter[] = [
  {
    table: 'link_stat',
    key: {
      account_id: 'account_id',
      object_id: 'object_id',
      link_id: 'link_id',
      rating: 'coalesce(rating, 0)',
      flags: 'flags',
    },
    counts: { n: 'coalesce(sum(d), 0)' },
  },
  {
    table: 'link_month',
    key: {
      account_id: 'account_id',
      object_id: 'object_id',
      month: `coalesce(date_trunc('month', review_date)::date, '-infinity')`,
      link_id: 'link_id',
      rating: 'coalesce(rating, 0)',
    },
    counts: {
      n: NOT_DELETED,
      n_text: sumOf({ present: ['text'], absent: ['deleted'] }),
      n_images: sumOf({ present: ['images'], absent: ['deleted'] }),
      n_reply: sumOf({ present: ['reply'], absent: ['deleted'] }),
      n_feed: IN_FEED,
    },
  },
  {
    table: 'link_total',
    key: { account_id: 'account_id', object_id: 'object_id', link_id: 'link_id' },
    counts: { n: NOT_DELETED, n_shown: sumOf({ absent: ['deleted', 'hidden'] }), n_feed: IN_FEED },
  },
];

const COUNTED_COLUMNS = 'account_id, object_id, link_id, source_id, rating, flags, review_date';

const OPERATIONS = ['insert', 'update', 'delete'] as const;

/** SQL that counts the rows of `reviews`, each `d` times, by the key of the counter. */
function counted({ key, counts }: Counter, reviews: string): string {
  const named = Object.entries({ ...key, source_id: 'min(source_id)', ...counts }).map(([name, sql]) => `${sql} as ${name}`);
  return `select ${named.join(', ')} from (${reviews}) c group by ${Object.values(key).join(', ')}`;
}

/** A view of the correct counters, computed from the reviews. `hrev rollups` compares the counters with it and rebuilds them from it. */
function recountView(counter: Counter): string {
  return `create view ${counter.table}_recount as ${counted(counter, `select ${COUNTED_COLUMNS}, 1 as d from review`)}`;
}

/**
 * One statement trigger per operation over its transition tables: the counters are exact for every writer of reviews. Changes are applied
 * in key order, so that two writers never deadlock.
 */
function counterTrigger(operation: (typeof OPERATIONS)[number]): string {
  const [added, removed] = [`select ${COUNTED_COLUMNS}, 1 as d from added`, `select ${COUNTED_COLUMNS}, -1 as d from removed`];
  const reviews = { insert: added, update: `${added} union all ${removed}`, delete: removed }[operation];
  const referencing = {
    insert: 'new table as added',
    update: 'new table as added old table as removed',
    delete: 'old table as removed',
  }[operation];
  return `
    create function review_count_${operation}() returns trigger language plpgsql as $$
    begin
      ${COUNTERS.map((counter) => applyTo(counter, reviews)).join('\n')}
      return null;
    end $$;
    create trigger review_count_${operation} after ${operation} on review
      referencing ${referencing} for each statement execute function review_count_${operation}();
  `;
}

function applyTo(counter: Counter, reviews: string): string {
  const [key, counts] = [Object.keys(counter.key), Object.keys(counter.counts)];
  return `insert into ${counter.table} as t (${[...key, 'source_id', ...counts].join(', ')})
      select * from (${counted(counter, reviews)}) change
      where ${counts.map((name) => `${name} <> 0`).join(' or ')}
      order by ${key.join(', ')}
      on conflict (${key.join(', ')}) do update
        set ${counts.map((name) => `${name} = t.${name} + excluded.${name}`).join(', ')};`;
}

/**
 * When a link is deleted, its pinned reviews disappear. The other pinned reviews of the object move up, so that positions count from
 * 0 without gaps. Each review that moves gets a change number.
 */
const PIN_TRIGGER = `
  create function renumber_pins() returns trigger language plpgsql as $$
  declare
    moved bigint[];
    positions smallint[];
    top bigint;
    at timestamptz;
  begin
    perform from review r where r.account_id = new.account_id and r.object_id = new.object_id
      and r.link_id = new.id and r.pin_position is not null;
    if not found then return null; end if;
    -- Curation locks the object too. A deleted object shows no reviews, so its pins keep their positions.
    perform from tracked_object o where o.account_id = new.account_id and o.id = new.object_id
      and o.deleted_at is null for no key update;
    if not found then return null; end if;
    select array_agg(p.id order by p.id), array_agg(p.position order by p.id) into moved, positions
    from (
      select r.id, r.pin_position, (row_number() over (order by r.pin_position, r.id) - 1)::smallint as position
      from review r join link l on l.account_id = r.account_id and l.id = r.link_id and l.deleted_at is null
      where r.account_id = new.account_id and r.object_id = new.object_id and r.pin_position is not null
    ) p where p.position <> p.pin_position;
    if moved is null then return null; end if;
    insert into account_change as c (account_id, change_seq, changed_at)
    values (new.account_id, cardinality(moved), clock_timestamp())
    on conflict (account_id) do update set
      change_seq = c.change_seq + excluded.change_seq,
      changed_at = greatest(clock_timestamp(), c.changed_at + interval '1 microsecond')
    returning change_seq - cardinality(moved), changed_at into top, at;
    update review r set pin_position = m.position, updated_at = at, change_seq = top + m.n
    from unnest(moved, positions) with ordinality m (id, position, n)
    where r.account_id = new.account_id and r.id = m.id;
    return null;
  end $$;
  -- Deferred, so that its locks are the last ones of the transaction. Triggers run in the order of their names: this one runs before
  -- sync_scope_link, which acquires a change number without a lock on the object.
  create constraint trigger renumber_pins after update on link deferrable initially deferred for each row
    when (old.deleted_at is null and new.deleted_at is not null) execute function renumber_pins();
`;

/** For the statistics of the operator (contract §4.16). */
const STATISTICS = `
  -- Reads the counters, because counting millions of reviews takes longer than a response may.
  create view review_statistics as
  select coalesce(sum(t.n), 0)::bigint as reviews
  from link_total t join link l on l.account_id = t.account_id and l.id = t.link_id where l.deleted_at is null;
`;

const COMMENTS = [
  describeTable(
    'account_change',
    'The change number of each account. Every transaction that changes reviews locks its row until the commit, so change numbers become visible in order.',
    { change_seq: 'Number of the newest change.', changed_at: 'Time of the newest change; strictly ascending.' },
  ),
  describeTable('review', 'Reviews as last collected, and their curation.', {
    change_seq: 'Number of the last change of the review.',
    seen_at: 'When the row was last written because a pass saw the review. Later sightings are in link_collection.seen_ats.',
    missed_at: 'Start of the first complete pass that missed the review. While it is set, link_collection.seen_ats does not apply.',
    own_reply_at: 'When the service published or removed a reply that no collection has seen yet; null if the row is as collected.',
    rating: 'Hundredths of a star; null if the platform states no number.',
    pin_position: 'Position among the pinned reviews of the object, from 0; null if it is not pinned.',
    date_precision: '0: exact; 1: day; 2: relative to the time of collection.',
    is_native: 'Whether the review was written on this platform.',
    flags: `Bits: ${Object.entries(FLAGS)
      .map(([flag, { bit }]) => `${bit} ${flag}`)
      .join(', ')}.`,
    content_hash: 'Hash of what the platform shows. An equal hash means an unchanged review.',
    external_id: 'Id of the review on the platform, or an id derived from its content.',
    author: 'Surnames are masked.',
  }),
  describeTable('review_raw', 'The record of each review as the platform sent it, without personal data.'),
  describeTable('link_stat', 'Counts of reviews by link, rating and flags.', {
    rating: '0 for reviews without a rating.',
    flags: 'As review.flags.',
  }),
  describeTable('link_month', 'Counts of reviews by month of review_date. Deleted reviews are not counted.', {
    month: 'First day of the month; -infinity for reviews without a date.',
    rating: '0 for reviews without a rating.',
    n_feed: 'Reviews that are neither deleted nor hidden nor pinned: the feed of one object without parameters.',
  }),
  describeTable('link_total', 'Counts of reviews, one row per link.', {
    n: 'Reviews that are not deleted.',
    n_shown: 'Reviews that are neither deleted nor hidden.',
    n_feed: 'Reviews that are neither deleted nor hidden nor pinned.',
  }),
].join(';\n');
