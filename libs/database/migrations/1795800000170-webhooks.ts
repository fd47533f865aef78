import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Webhooks, the secrets that sign their requests, deliveries with what their attempts sent and received, and recoveries. */
export class Webhooks1795800000170 implements MigrationInterface {
  readonly name = 'Webhooks1795800000170';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SUBSCRIPTION_TABLES);
    await runner.query(KEEP_PAST);
    await runner.query(DELIVERY_TABLES);
    await runner.query(FAN_OUT_TABLES);
    await runner.query(DISPATCH_TABLES);
    await runner.query(STATISTICS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view delivery_statistics');
    await runner.query(`
      drop view webhook_attempt;
      drop table webhook_recovery, webhook_exchange;
      drop table webhook_worker, webhook_dispatch, webhook_bucket, webhook_item, webhook_past_attempt, webhook_delivery,
        webhook_past_settings, signing_secret, webhook;
      drop function keep_webhook_settings();
      drop sequence webhook_delivery_id;
    `);
  }
}

const SUBSCRIPTION_TABLES = `
  create table webhook (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    schema_version smallint not null check (schema_version in (2, 3)),
    target text not null check (length(target) <= 2048),
    object_ids bigint[] check (cardinality(object_ids) > 0),
    event_types text[] not null check (cardinality(event_types) > 0),
    bucket_window text not null,
    filters jsonb not null,
    is_active boolean not null default true,
    failure_count int not null default 0,
    last_failure_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    failing_since timestamptz,
    unique (account_id, id)
  ) with (fillfactor = 80);

  create table webhook_past_settings (
    webhook_id bigint not null,
    valid_until timestamptz not null,
    account_id bigint not null,
    object_ids bigint[],
    event_types text[] not null,
    bucket_window text not null,
    filters jsonb not null,
    is_active boolean not null,
    primary key (webhook_id, valid_until)
  );
  create index webhook_past_settings_old on webhook_past_settings (valid_until);

  create table signing_secret (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    sealed bytea not null,
    key_id text not null,
    made_by_rotation boolean not null,
    created_at timestamptz not null default clock_timestamp(),
    valid_until timestamptz
  );
  create unique index signing_secret_current on signing_secret (account_id) where valid_until is null;
  create index signing_secret_of_account on signing_secret (account_id, id desc);
`;

const KEEP_PAST = `
  create function keep_webhook_settings() returns trigger language plpgsql as $$
  begin
    insert into webhook_past_settings
      (webhook_id, valid_until, account_id, object_ids, event_types, bucket_window, filters, is_active)
    values
      (old.id, clock_timestamp(), old.account_id, old.object_ids, old.event_types, old.bucket_window, old.filters,
       old.is_active)
    on conflict do nothing;
    return null;
  end $$;
  -- Does not fire for updates of the count of failures, which are frequent.
  create trigger webhook_past_settings after update of object_ids, event_types, bucket_window, filters, is_active on webhook
    for each row when (
      (old.object_ids, old.event_types, old.bucket_window, old.filters, old.is_active)
      is distinct from (new.object_ids, new.event_types, new.bucket_window, new.filters, new.is_active))
    execute function keep_webhook_settings();
`;

const DELIVERY_TABLES = `
  -- Deliveries and test events, which are not stored, share one sequence of ids: receivers recognize repeated deliveries by the id.
  create sequence webhook_delivery_id as bigint;

  -- No foreign key to webhook: deleting a webhook does not wait for the deletion of its deliveries. A delivery without its webhook is
  -- neither sent nor shown, and is purged.
  create table webhook_delivery (
    id bigint primary key,
    account_id bigint not null,
    webhook_id bigint not null,
    run_id bigint,
    event_id bigint not null,
    next_attempt_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    settled_at timestamptz,
    last_attempt_at timestamptz,
    attempts int not null default 0,
    tries int not null default 0,
    last_status_code int,
    last_duration_ms int,
    state text not null default 'pending' check (state in ('pending', 'success', 'failed', 'dead_letter')),
    event_type text not null,
    last_error text,
    body bytea not null,
    review_count int,
    object_ids bigint[],
    check ((state = 'pending') = (next_attempt_at is not null)),
    check ((state = 'pending') = (settled_at is null))
  ) with (fillfactor = 80, toast_tuple_target = 128);
  -- With the account and the webhook in the index, the planner prefers it with any statistics: it assumes that the two are independent.
  create index webhook_delivery_due on webhook_delivery (account_id, webhook_id, next_attempt_at, id)
    where state = 'pending';
  create index webhook_delivery_list on webhook_delivery (account_id, webhook_id, created_at desc, id desc);
  create index webhook_delivery_settled on webhook_delivery (settled_at) where settled_at is not null;
  create unique index webhook_delivery_once on webhook_delivery (webhook_id, event_type, run_id) where run_id is not null;

  create table webhook_past_attempt (
    delivery_id bigint not null references webhook_delivery (id) on delete cascade,
    number int not null,
    account_id bigint not null,
    started_at timestamptz not null,
    duration_ms int not null,
    status_code int,
    error text,
    primary key (delivery_id, number)
  );

  create view webhook_attempt as
    select delivery_id, number, account_id, started_at, duration_ms, status_code, error from webhook_past_attempt
    union all
    select id, attempts, account_id, last_attempt_at, last_duration_ms, last_status_code, last_error
    from webhook_delivery where attempts > 0;

  -- No foreign key: its check would lock rows of deliveries that are being settled.
  create table webhook_exchange (
    delivery_id bigint not null,
    number int not null,
    account_id bigint not null,
    started_at timestamptz not null,
    request_headers json not null,
    response_headers json,
    response_body text,
    primary key (delivery_id, number)
  );
  create index webhook_exchange_old on webhook_exchange (started_at);

  create table webhook_recovery (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    webhook_id bigint not null,
    since timestamptz not null,
    until timestamptz not null,
    statuses text[] not null,
    matched int not null,
    done int not null default 0,
    state text not null default 'running',
    after_at timestamptz not null default '-infinity',
    after_id bigint not null default 0,
    next_at timestamptz not null default clock_timestamp(),
    created_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz,
    constraint webhook_recovery_state_check check (state in ('running', 'finished', 'stopped')),
    constraint webhook_recovery_ended check ((state = 'running') = (ended_at is null))
  );
  create unique index webhook_recovery_running on webhook_recovery (account_id, webhook_id) where state = 'running';
  create index webhook_recovery_due on webhook_recovery (next_at) where state = 'running';
  create index webhook_recovery_list on webhook_recovery (account_id, webhook_id, id);
  create index webhook_recovery_ended_at on webhook_recovery (ended_at) where ended_at is not null;
`;

const FAN_OUT_TABLES = `
  create table webhook_item (
    webhook_id bigint not null,
    review_id bigint not null,
    occurrence bigint not null,
    account_id bigint not null,
    bucket_id bigint,
    created_at timestamptz not null default statement_timestamp(),
    event_type text not null,
    primary key (webhook_id, event_type, review_id, occurrence)
  );
  create index webhook_item_of_bucket on webhook_item (bucket_id, review_id) where bucket_id is not null;
  create index webhook_item_passing on webhook_item (created_at) where occurrence <> 0;

  create table webhook_bucket (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    webhook_id bigint not null,
    event_type text not null,
    flush_at timestamptz not null,
    not_before timestamptz not null,
    finished_at timestamptz,
    unique (webhook_id, event_type, flush_at)
  );
  create index webhook_bucket_due on webhook_bucket (not_before, id);
`;

const DISPATCH_TABLES = `
  create table webhook_dispatch (
    webhook_id bigint primary key,
    account_id bigint not null,
    next_due_at timestamptz,
    last_served_at timestamptz not null default '-infinity',
    timed_out boolean not null default false,
    lease_token uuid,
    lease_until timestamptz,
    slots int not null default 0,
    constraint webhook_dispatch_leased check ((lease_token is null) = (lease_until is null)),
    constraint webhook_dispatch_slots check (slots >= 0 and (lease_token is not null or slots = 0))
  ) with (fillfactor = 50);
  create index webhook_dispatch_due on webhook_dispatch (next_due_at) where next_due_at is not null;
  create index webhook_dispatch_held on webhook_dispatch (account_id) where lease_token is not null;

  create unlogged table webhook_worker (
    id uuid primary key,
    free int not null,
    seen_at timestamptz not null
  ) with (fillfactor = 50);
`;

/** For the statistics of the operator (contract §4.16). */
const STATISTICS = `
  -- Deliveries of deleted webhooks are not sent. Ended deliveries are counted for a day, which the index on settled_at covers.
  create view delivery_statistics as
  select (select count(*) from webhook_delivery d
      where d.state = 'pending' and exists (select from webhook w where w.id = d.webhook_id)) as deliveries_pending,
    count(*) filter (where state = 'failed') as deliveries_failed,
    count(*) filter (where state = 'dead_letter') as deliveries_dead
  from webhook_delivery where settled_at > statement_timestamp() - interval '1 day';
`;

const COMMENTS = [
  describeTable('webhook', 'Webhooks of an account.', {
    schema_version: 'Version of the API that created the webhook. It decides the form of the payload.',
    object_ids: 'Null: all objects of the account, including future ones. Ids of deleted objects remain and match no event.',
    failure_count: 'Failed attempts since the last success.',
    failing_since: 'When the first of the failures since the last success was stored; null if there is none.',
  }),
  describeTable(
    'webhook_past_settings',
    'Earlier settings of webhooks, written by a trigger. The settings at the time of an event apply to its deliveries.',
    { valid_until: 'End of the time in which these settings applied.' },
  ),
  describeTable('signing_secret', 'Secrets that sign the requests of the webhooks of an account. One is current.', {
    sealed: 'The secret, encrypted with AES-256-GCM and bound to the account.',
    key_id: 'Fingerprint of the encryption key.',
    valid_until: 'End of the time in which a replaced secret signs requests too; null for the current secret.',
  }),
  describeTable('webhook_delivery', 'Requests to webhooks and their last attempt.', {
    event_id: 'Id of the first review; 0 for scrape.run.finished.',
    next_attempt_at: 'Time of the next attempt; null once it has ended.',
    attempts: 'All attempts.',
    tries: 'Attempts since it was created or redelivered: the position on the retry ladder.',
    body: 'Rendered once; every attempt sends these bytes.',
    review_count: 'Reviews of the event; null for scrape.run.finished.',
    object_ids: 'The first objects of the event, at most five; null for scrape.run.finished.',
  }),
  describeTable('webhook_past_attempt', 'Attempts before the last one, which is in webhook_delivery.'),
  describeTable('webhook_exchange', 'Headers and answers of attempts, kept for 7 days. Not every success has a row.', {
    number: 'The number of the attempt, as in webhook_attempt.',
    request_headers: 'With shortened signatures.',
    response_headers: 'Null if no response arrived.',
    response_body: 'The first 2 KiB; null if no response arrived or its body is encoded.',
  }),
  describeTable('webhook_recovery', 'Requests to send the failed deliveries of a period again.', {
    since: 'Deliveries that were created at this time or later.',
    until: 'Deliveries that were created before this time.',
    matched: 'Deliveries that matched when it was created.',
    done: 'Deliveries that it made due.',
    after_at: 'With after_id: the delivery that it made due last, in the order of creation.',
    next_at: 'When its next batch is due.',
  }),
  describeTable('webhook_item', 'Reviews that a webhook has received, so that it receives each once.', {
    occurrence: '0 for new and replied, which a webhook receives once per review; otherwise the id of the run.',
    bucket_id: 'The batch of the day that contains the item.',
  }),
  describeTable('webhook_bucket', 'Batches of webhooks that are delivered once a day.', {
    not_before: 'Time of the next attempt to flush; infinity once it is flushed.',
    finished_at: 'End of the last run in the batch, for scrape.run.finished.',
  }),
  describeTable('webhook_dispatch', 'Delivery state of each webhook that has had a delivery, and the lease on it.', {
    next_due_at: 'When to read its deliveries again; null while nothing is pending.',
    timed_out: 'Whether its last attempt timed out. If so, the webhook gets one slot.',
    lease_token: 'Fencing token: results under another token are not stored.',
    slots: 'Slots of the lease: how many attempts may be in flight at the same time.',
  }),
  describeTable('webhook_worker', 'Free slots of each process that delivers. Unlogged: its content is not needed after a crash of the server.', {
    free: 'Free slots when the process last polled.',
  }),
].join(';\n');
