import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Runs and their links, the order in which accounts are served, and the request pace of each source. */
export class Collection1795800000150 implements MigrationInterface {
  readonly name = 'Collection1795800000150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RUN_TABLES);
    await runner.query(PACE_TABLES);
    await runner.query(TRIGGERS);
    await runner.query(STATISTICS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view run_statistics');
    await runner.query(`
      drop view run_review;
      drop table account_pace, source_pace, account_queue, run_fact, run_link, run;
      drop function queue_run_links(), requeue_run_link();
    `);
  }
}

const RUN_TABLES = `
  create table run (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    cause text not null check (cause in ('first', 'scheduled', 'manual')),
    created_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz
  );
  -- Runs are listed newest first: all, those since a time, and the open ones. Each list is counted and paged from its index alone.
  create index run_by_time on run (account_id, created_at desc, id desc) include (finished_at);
  create index run_open on run (account_id, created_at desc, id desc) where finished_at is null;
  create index run_finished on run (finished_at) where finished_at is not null;

  -- No foreign key to link: planning holds the schedule of the link, and a link is purged after its schedule.
  create table run_link (
    id bigint generated always as identity primary key,
    run_id bigint not null references run (id) on delete cascade,
    account_id bigint not null,
    object_id bigint not null,
    link_id bigint not null,
    source_id int not null,
    scheduled_at timestamptz not null,
    wants_full boolean not null,
    priority smallint not null,
    -- The default is a tenth of the default period of collection.
    moves_up_at timestamptz default clock_timestamp() + interval '36 minutes',
    state text not null default 'queued' check (state in ('queued', 'running', 'ended')),
    not_before timestamptz not null default clock_timestamp(),
    attempts int not null default 0,
    lease_token uuid,
    lease_until timestamptz,
    started_at timestamptz,
    ended_at timestamptz,
    outcome text check (outcome in ('success', 'failed', 'dropped')),
    scrape_error text,
    stop_reason text,
    pages int not null default 0,
    reviews_read int not null default 0,
    reviews_new int not null default 0,
    reviews_changed int not null default 0,
    reviews_deleted int not null default 0,
    field_counts int[],
    visit_of bigint,
    unique (link_id, scheduled_at),
    check ((state = 'ended') = (outcome is not null))
  ) with (fillfactor = 80);
  -- "Open" is written as "without an outcome", unlike in the indexes for claims: with the same predicate the planner would read all
  -- open links for a claim whenever statistics say that few are open.
  create unique index run_link_one_open on run_link (link_id) where outcome is null;
  -- Links that wait for another attempt have an index of their own: in the index of the others they would come first, and a claim
  -- would read all of them.
  create index run_link_waiting on run_link (source_id, account_id, priority, moves_up_at, id)
    where state = 'queued' and attempts = 0;
  create index run_link_tried on run_link (source_id, account_id, priority, not_before, id)
    where state = 'queued' and attempts > 0;
  create index run_link_leased on run_link (lease_until) where state = 'running';
  create index run_link_of_run on run_link (run_id);
  create index run_link_of_object on run_link (account_id, object_id, run_id desc);
  create index run_link_ended on run_link (account_id, ended_at)
    include (object_id, outcome, reviews_new, reviews_changed, reviews_deleted) where ended_at is not null;
  create index run_link_ended_at on run_link (ended_at) where ended_at is not null;
  create index run_link_companions on run_link (visit_of) where visit_of is not null and state = 'running';

  -- Many reviews per row: one row per review took a fifth of the time of intake.
  create table run_fact (
    id bigint generated always as identity primary key,
    run_id bigint not null references run (id) on delete cascade,
    object_id bigint not null,
    fact text not null check (fact in ('appeared', 'replied', 'changed', 'deleted', 'restored')),
    review_ids bigint[] not null
  );
  create index run_fact_of_run on run_fact (run_id);

  -- A review that changed on two pages of a run changed once.
  create view run_review as
  select distinct f.run_id, f.object_id, f.fact, r.review_id
  from run_fact f cross join lateral unnest(f.review_ids) as r(review_id);
`;

const PACE_TABLES = `
  create table account_queue (
    account_id bigint not null references account (id) on delete cascade,
    source_id int not null,
    last_served_at timestamptz not null default '-infinity',
    next_claim_at timestamptz,
    primary key (account_id, source_id)
  ) with (fillfactor = 50);
  create index account_queue_next on account_queue (source_id, last_served_at, account_id) where next_claim_at is not null;
  create index account_queue_turn on account_queue (account_id, last_served_at);

  create table source_pace (
    source_id int primary key references source (id),
    next_request_at timestamptz not null default '-infinity',
    used_on date not null default '-infinity',
    requests_used int not null default 0,
    closed_until timestamptz not null default '-infinity',
    closures_in_a_row int not null default 0,
    blocks_in_a_row int not null default 0,
    refused_pages text[] not null default '{}',
    refused_accounts bigint[] not null default '{}',
    probed_at timestamptz not null default '-infinity',
    throttled_accounts bigint[] not null default '{}',
    delayed_for_one_at timestamptz not null default '-infinity',
    paused_at timestamptz,
    pause_reason text,
    trial_run_id bigint
  ) with (fillfactor = 50);

  create table account_pace (
    account_id bigint not null references account (id) on delete cascade,
    source_id int not null,
    used_on date not null default '-infinity',
    requests_used int not null default 0,
    held_until timestamptz not null default '-infinity',
    primary key (account_id, source_id)
  ) with (fillfactor = 50);
  create index account_pace_held on account_pace (held_until, source_id, account_id) where held_until > '-infinity';
`;

/** A trigger updates the time of the next claim for every writer of `run_link`, in key order, so that two writers never deadlock. */
const TRIGGERS = `
  create function queue_run_links() returns trigger language plpgsql as $$
  begin
    insert into account_queue as t (account_id, source_id, next_claim_at)
    select account_id, source_id, min(not_before) from added where state = 'queued' group by 1, 2 order by 1, 2
    on conflict (account_id, source_id) do update set next_claim_at = excluded.next_claim_at
      where t.next_claim_at is null or t.next_claim_at > excluded.next_claim_at;
    return null;
  end $$;
  create trigger run_link_queued after insert on run_link
    referencing new table as added for each statement execute function queue_run_links();

  create function requeue_run_link() returns trigger language plpgsql as $$
  begin
    insert into account_queue as t (account_id, source_id, next_claim_at)
    values (new.account_id, new.source_id, new.not_before)
    on conflict (account_id, source_id) do update set next_claim_at = excluded.next_claim_at
      where t.next_claim_at is null or t.next_claim_at > excluded.next_claim_at;
    return null;
  end $$;
  create trigger run_link_requeued after update of state, not_before on run_link
    for each row when (new.state = 'queued') execute function requeue_run_link();
`;

/** For the statistics of the operator (contract §4.16). */
const STATISTICS = `
  create view run_statistics as
  select (select count(*) from run where finished_at is null) as runs_open,
    count(*) filter (where state = 'queued') as run_links_queued, count(*) filter (where state = 'running') as run_links_running
  from run_link where outcome is null;
`;

const COMMENTS = [
  describeTable('run', 'One collection of some links of one account. Ended runs are kept for 90 days.'),
  describeTable('run_link', 'The part of one link in a run.', {
    scheduled_at: 'The scheduled time of the collection. Unique per link, so that concurrent planners plan it once.',
    wants_full: 'Whether the pass reads the whole list.',
    priority: '0: first collection of a link; 1: requested by a client; 2: scheduled.',
    moves_up_at: 'From this time on, it is claimed with the next higher priority.',
    not_before: 'When it may be claimed.',
    lease_token: 'Fencing token: a write under another token changes no row.',
    field_counts: 'How many reviews of the pass had each field; the order is in src/collection/domain/field-counts.ts.',
    visit_of:
      'The run link whose visit this one takes part in: both links show the same page. Null if it has a visit of its own.',
  }),
  describeTable('run_fact', 'The facts of a run until the transaction that ends the run writes its events.'),
  describeTable('account_queue', 'The order in which accounts are served at each source.', {
    last_served_at: 'When a link of the account was last claimed at the source.',
    next_claim_at: 'No link of the account can be claimed at the source before this time; null if no link waits.',
  }),
  describeTable('source_pace', 'The load of all processes on each source.', {
    used_on: 'The day whose requests are counted.',
    closed_until: 'Until then the source is not visited.',
    closures_in_a_row: 'Number of times that the source was closed since its last response.',
    blocks_in_a_row: 'Number of refused visits since the last response of the source.',
    refused_pages: 'Hashes of the pages that were refused since the source last responded or was closed.',
    refused_accounts: 'Accounts of those pages, at most two.',
    probed_at: 'When a link of another account was last visited to test whether the source refuses all accounts.',
    throttled_accounts: 'Accounts whose visits were rate-limited since the last response of the source, at most two.',
    delayed_for_one_at: 'When a page of one account last delayed all accounts.',
    paused_at: 'The operator paused the source: its links are not claimed.',
    trial_run_id: 'The run in which the operator tries one link, even while the source is paused or rests.',
  }),
  describeTable('account_pace', 'The requests of each account to each source on a day, and until when a `Retry-After` delays the account.', {
    held_until: 'End of the pause that the platform requested for visits of the account.',
  }),
].join(';\n');
