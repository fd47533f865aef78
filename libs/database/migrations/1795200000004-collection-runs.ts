import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs and the links in them, politeness of each source, the outbox. */
export class CollectionRuns1795200000004 implements MigrationInterface {
  readonly name = 'CollectionRuns1795200000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table run (
        id bigint generated always as identity primary key,
        account_id bigint not null references account (id),
        cause text not null check (cause in ('first', 'scheduled', 'manual')),
        created_at timestamptz not null default clock_timestamp(),
        finished_at timestamptz
      );
      create index run_of_account on run (account_id, id desc);

      create table run_link (
        id bigint generated always as identity primary key,
        run_id bigint not null references run (id) on delete cascade,
        account_id bigint not null,
        object_id bigint not null,
        link_id bigint not null,
        source_id int not null,
        -- The scheduled moment it stands for; with link_id unique, so that two planners make one of it.
        slot timestamptz not null,
        wants_full boolean not null,
        -- Lower goes first: a client waits for a first or a manual collection, nobody for a scheduled one.
        priority smallint not null,
        state text not null default 'queued' check (state in ('queued', 'running', 'ended')),
        not_before timestamptz not null default clock_timestamp(),
        attempts int not null default 0,
        -- The fencing token: a write of a worker that lost its lease finds another token here and is refused.
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
        unique (link_id, slot),
        foreign key (account_id, link_id) references link (account_id, id) on delete cascade,
        check ((state = 'ended') = (outcome is not null))
      ) with (fillfactor = 80);
      create unique index run_link_one_open on run_link (link_id) where state <> 'ended';
      create index run_link_waiting on run_link (source_id, priority, not_before, id) where state = 'queued';
      create index run_link_leased on run_link (lease_until) where state = 'running';
      create index run_link_of_run on run_link (run_id);

      -- What a run found, until its events are made of it in the transaction that ends the run.
      create table run_review (
        run_id bigint not null references run (id) on delete cascade,
        review_id bigint not null,
        object_id bigint not null,
        fact text not null check (fact in ('appeared', 'replied', 'changed', 'deleted', 'restored')),
        primary key (run_id, fact, review_id)
      );

      -- How hard each source is worked by all processes together.
      create table source_pace (
        source_id int primary key references source (id),
        next_request_at timestamptz not null default '-infinity',
        used_on date not null default '-infinity',
        requests_used int not null default 0,
        closed_until timestamptz not null default '-infinity',
        blocks_in_a_row int not null default 0
      ) with (fillfactor = 50);

      create table outbox (
        id bigint generated always as identity primary key,
        account_id bigint not null references account (id),
        event text not null,
        payload jsonb not null,
        created_at timestamptz not null default clock_timestamp(),
        relayed_at timestamptz
      );
      create index outbox_waiting on outbox (id) where relayed_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table outbox, source_pace, run_review, run_link, run');
  }
}
