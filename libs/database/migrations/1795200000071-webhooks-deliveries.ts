import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is owed to webhooks and how it went; and how often an event of the outbox failed to be passed on. */
export class WebhooksDeliveries1795200000071 implements MigrationInterface {
  readonly name = 'WebhooksDeliveries1795200000071';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table outbox add column attempts int not null default 0,
        add column not_before timestamptz not null default '-infinity';

      -- No foreign key to webhook: deleting one with a hundred thousand deliveries would take as long as deleting those. A
      -- delivery without its webhook is never sent nor shown, and housekeeping takes it away.
      create table webhook_delivery (
        -- Of the sequence webhook_delivery_id.
        id bigint primary key,
        account_id bigint not null,
        webhook_id bigint not null,
        run_id bigint,
        -- Id of the first review; 0 for scrape.run.finished.
        event_id bigint not null,
        -- When it may be claimed: the time of the next attempt, or while one is under way the end of its lease.
        due_at timestamptz,
        next_attempt_at timestamptz,
        created_at timestamptz not null default clock_timestamp(),
        settled_at timestamptz,
        last_attempt_at timestamptz,
        attempts int not null default 0,
        -- Attempts since it was made or asked for again: the place on the ladder.
        tries int not null default 0,
        last_status_code int,
        last_duration_ms int,
        -- The fencing token: a worker whose lease ran out finds another one here and its result is void.
        lease_token uuid,
        state text not null default 'pending' check (state in ('pending', 'success', 'failed', 'dead_letter')),
        event_type text not null,
        last_error text,
        -- Rendered once; every attempt sends these very bytes.
        body bytea not null,
        check ((state = 'pending') = (due_at is not null)),
        check ((state = 'pending') = (settled_at is null)),
        check (lease_token is null or state = 'pending')
      ) with (fillfactor = 80, toast_tuple_target = 128);
      create index webhook_delivery_due on webhook_delivery (webhook_id, due_at, id) where state = 'pending';
      create index webhook_delivery_leased on webhook_delivery (account_id, webhook_id, due_at) where lease_token is not null;
      create index webhook_delivery_list on webhook_delivery (account_id, webhook_id, id desc);
      create index webhook_delivery_settled on webhook_delivery (settled_at) where settled_at is not null;
      create unique index webhook_delivery_once on webhook_delivery (webhook_id, event_type, run_id) where run_id is not null;

      create table webhook_attempt (
        delivery_id bigint not null references webhook_delivery (id) on delete cascade,
        number int not null,
        account_id bigint not null,
        started_at timestamptz not null,
        duration_ms int not null,
        status_code int,
        error text,
        primary key (delivery_id, number)
      );

      -- A review is told to a webhook once in its life as new and once as replied (occurrence 0), and once a run as changed,
      -- deleted or restored (occurrence: the run).
      create table webhook_item (
        webhook_id bigint not null,
        review_id bigint not null,
        occurrence bigint not null,
        account_id bigint not null,
        -- The day's batch that it waits in, or waited in.
        bucket_id bigint,
        created_at timestamptz not null default statement_timestamp(),
        event_type text not null,
        primary key (webhook_id, event_type, review_id, occurrence)
      );
      create index webhook_item_of_bucket on webhook_item (bucket_id, review_id) where bucket_id is not null;
      create index webhook_item_passing on webhook_item (created_at) where occurrence <> 0;

      -- What gathers for a daily webhook until the hour at which it is flushed.
      create table webhook_bucket (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        webhook_id bigint not null,
        event_type text not null,
        flush_at timestamptz not null,
        -- Moved on where a flush failed.
        not_before timestamptz not null,
        -- End of the last run in it, for scrape.run.finished.
        finished_at timestamptz,
        unique (webhook_id, event_type, flush_at)
      );
      create index webhook_bucket_due on webhook_bucket (not_before, id);

      -- Whose turn it is: one row for each webhook that something was ever made for.
      create table webhook_dispatch (
        webhook_id bigint primary key,
        account_id bigint not null,
        -- When to look at its deliveries again; null while nothing is pending.
        next_due_at timestamptz,
        last_served_at timestamptz not null default '-infinity',
        -- Its last attempt ran into the time limit: it gets one place until one does not.
        timed_out boolean not null default false
      ) with (fillfactor = 50);
      create index webhook_dispatch_due on webhook_dispatch (next_due_at) where next_due_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table webhook_dispatch, webhook_bucket, webhook_item, webhook_attempt, webhook_delivery;
      alter table outbox drop column attempts, drop column not_before;
    `);
  }
}
