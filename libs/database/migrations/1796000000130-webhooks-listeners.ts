import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Listeners: webhooks without a target, whose deliveries clients claim, under a lease on each delivery. */
export class WebhooksListeners1796000000130 implements MigrationInterface {
  readonly name = 'WebhooksListeners1796000000130';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LISTENERS);
    await runner.query(CLAIMS);
    await runner.query(DESCRIPTION);
    await runner.query(VIEW_OF_WEBHOOKS(', target is null as is_listener'));
    await runner.query(QUEUES(WITHOUT_LISTENERS));
    await runner.query(FAILED_JOBS(WITHOUT_LISTENERS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view job_queue, failed_job, webhook_view');
    await runner.query(VIEW_OF_WEBHOOKS(''));
    await runner.query(QUEUES(''));
    await runner.query(FAILED_JOBS(''));
    await runner.query(`
      drop table webhook_claim;
      delete from webhook where target is null;
      alter table webhook drop constraint webhook_listener, drop last_claim_at, alter target set not null;
    `);
  }
}

const LISTENERS = `
  alter table webhook alter target drop not null, add last_claim_at timestamptz,
    add constraint webhook_listener check ((target is null) = (last_claim_at is not null));
  create index webhook_idle on webhook (last_claim_at) where last_claim_at is not null;
  comment on column webhook.target is 'Null: a listener, whose deliveries a client claims.';
  comment on column webhook.last_claim_at is
    'Of a listener: when a client last claimed, to the minute, or its creation; null for every other webhook.';
`;

const CLAIMS = `
  create table webhook_claim (
    delivery_id bigint primary key references webhook_delivery (id) on delete cascade,
    account_id bigint not null,
    webhook_id bigint not null,
    token uuid not null,
    lease_until timestamptz not null,
    tries int not null,
    attempts int not null,
    request_headers json
  ) with (fillfactor = 50);
`;

const DESCRIPTION = describeTable(
  'webhook_claim',
  'Deliveries of listeners that a client has claimed, and its lease on each.',
  {
    token: 'Fencing token: a result under another token is not stored.',
    tries: 'Those of the delivery when it was claimed.',
    attempts: 'Those of the delivery when it was claimed.',
    request_headers: 'The headers that the client was given, with shortened signatures.',
  },
);

const VIEW_OF_WEBHOOKS = (more: string): string =>
  `create or replace view webhook_view as select account_id, is_active, failure_count, failing_since${more} from webhook`;

/** Work of the workers: what waits for a client, or failed there, is none. */
const WITHOUT_LISTENERS = `and not exists (
        select from webhook l where l.account_id = d.account_id and l.id = d.webhook_id and l.target is null)`;

const IS_SERVED = `a.status = 'active' and (a.trial_ends_at is null or a.trial_ends_at > statement_timestamp())`;

const QUEUES = (ofWorkers: string): string => `
  create or replace view job_queue as
  select 'collection' as name,
    (select count(*) from run_link where state = 'queued' and attempts = 0)
      + (select count(*) from run_link where state = 'queued' and attempts > 0) as waiting,
    (select count(*) from run_link where state = 'running') as running,
    (select count(*) from run_link where outcome = 'failed' and ended_at > statement_timestamp() - interval '1 day') as failed,
    least((select min(not_before) from run_link where state = 'queued' and attempts = 0),
      (select min(not_before) from run_link where state = 'queued' and attempts > 0)) as oldest_at,
    (select count(*) from run_link where ended_at > statement_timestamp() - interval '5 minutes') / 5.0 as per_minute
  union all
  select 'deliveries',
    (select count(*) from webhook_delivery d
      join webhook w on w.account_id = d.account_id and w.id = d.webhook_id join account a on a.id = d.account_id
      where d.state = 'pending' and d.next_attempt_at <= statement_timestamp() and w.is_active and ${IS_SERVED} ${ofWorkers}),
    (select count(*) from webhook_dispatch where lease_token is not null),
    (select count(*) from webhook_delivery d
      where d.state = 'dead_letter' and d.settled_at > statement_timestamp() - interval '1 day' ${ofWorkers}),
    (select min(d.next_attempt_at) from webhook_delivery d
      join webhook w on w.account_id = d.account_id and w.id = d.webhook_id join account a on a.id = d.account_id
      where d.state = 'pending' and d.next_attempt_at <= statement_timestamp() and w.is_active and ${IS_SERVED} ${ofWorkers}),
    (select count(*) from webhook_delivery where settled_at > statement_timestamp() - interval '5 minutes') / 5.0
  union all
  select 'replies',
    (select count(*) from review_reply where due_at <= statement_timestamp() and state = 'pending'),
    (select count(*) from review_reply where due_at is not null and state = 'publishing'),
    (select count(*) from review_reply where state = 'failed' and accepted_at > statement_timestamp() - interval '1 day'),
    (select min(due_at) from review_reply where due_at <= statement_timestamp() and state = 'pending'),
    (select count(*) from review_reply where held_at > statement_timestamp() - interval '5 minutes') / 5.0
  union all
  select 'mail',
    (select count(*) from outgoing_mail where status = 'waiting' and lease_token is null),
    (select count(*) from outgoing_mail where status = 'waiting' and lease_token is not null),
    (select count(*) from outgoing_mail where status = 'given_up' and ended_at > statement_timestamp() - interval '1 day'),
    (select min(created_at) from outgoing_mail where status = 'waiting'),
    (select count(*) from outgoing_mail where ended_at > statement_timestamp() - interval '5 minutes') / 5.0
  union all
  select 'events',
    (select count(*) from outbox where relayed_at is null),
    (select count(*) from outbox_lease where token is not null),
    (select count(*) from outbox where relayed_at is null and attempts > 0),
    (select min(created_at) from outbox where relayed_at is null),
    (select count(*) from outbox where relayed_at > statement_timestamp() - interval '5 minutes') / 5.0;
`;

const FAILED_JOBS = (ofWorkers: string): string => `
  create or replace view failed_job as
  select 'collection' as queue, r.id, r.account_id, r.link_id as subject_id, r.ended_at as failed_at, r.scrape_error as reason, r.attempts
  from run_link r where r.outcome = 'failed' and r.ended_at is not null
  union all
  select 'deliveries', d.id, d.account_id, d.webhook_id, d.settled_at, coalesce(d.last_error, 'HTTP ' || d.last_status_code), d.attempts
  from webhook_delivery d where d.state = 'dead_letter' and d.settled_at is not null ${ofWorkers}
  union all
  select 'replies', p.review_id, p.account_id, p.review_id, p.accepted_at, p.error || coalesce(': ' || p.error_detail, ''), p.attempts::int
  from review_reply p where p.state = 'failed'
  union all
  select 'mail', m.id, m.account_id, m.id, m.ended_at, coalesce(m.last_error, 'unknown'), m.attempts
  from outgoing_mail m where m.status = 'given_up' and m.ended_at is not null;
`;
