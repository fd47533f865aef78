import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** What the operator sees: alarms about missing fields, the running processes, and the work that waits or has failed. */
export class Operations1795800000200 implements MigrationInterface {
  readonly name = 'Operations1795800000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(QUEUES);
    await runner.query(FAILED_JOBS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view failed_job, job_queue;
      drop table running_process, source_alarm;
    `);
  }
}

const TABLES = `
  create table source_alarm (
    id bigint generated always as identity primary key,
    source_id int not null references source (id),
    field text not null,
    raised_at timestamptz not null default clock_timestamp(),
    recovered_at timestamptz,
    usual double precision not null,
    share double precision not null,
    alarm_below double precision not null,
    reviews int not null,
    links int not null,
    accounts int not null
  );
  create unique index source_alarm_open on source_alarm (source_id, field) where recovered_at is null;
  create index source_alarm_raised on source_alarm (raised_at desc);

  create table running_process (
    id uuid primary key,
    role text not null check (role in ('all', 'api', 'worker')),
    version text not null,
    started_at timestamptz not null default clock_timestamp(),
    seen_at timestamptz not null default clock_timestamp(),
    work jsonb not null
  ) with (fillfactor = 50);
`;

/** Whether the account `a` is served. Deliveries of other accounts wait until it is, and do not count as waiting work. */
const IS_SERVED = `a.status = 'active' and (a.trial_ends_at is null or a.trial_ends_at > statement_timestamp())`;

/** One row per queue. Each figure is read from an index of waiting, running or recently ended rows. */
const QUEUES = `
  create view job_queue as
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
      where d.state = 'pending' and d.next_attempt_at <= statement_timestamp() and w.is_active and ${IS_SERVED}),
    (select count(*) from webhook_dispatch where lease_token is not null),
    (select count(*) from webhook_delivery where state = 'dead_letter' and settled_at > statement_timestamp() - interval '1 day'),
    (select min(d.next_attempt_at) from webhook_delivery d
      join webhook w on w.account_id = d.account_id and w.id = d.webhook_id join account a on a.id = d.account_id
      where d.state = 'pending' and d.next_attempt_at <= statement_timestamp() and w.is_active and ${IS_SERVED}),
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

const FAILED_JOBS = `
  create view failed_job as
  select 'collection' as queue, r.id, r.account_id, r.link_id as subject_id, r.ended_at as failed_at, r.scrape_error as reason, r.attempts
  from run_link r where r.outcome = 'failed' and r.ended_at is not null
  union all
  select 'deliveries', d.id, d.account_id, d.webhook_id, d.settled_at, coalesce(d.last_error, 'HTTP ' || d.last_status_code), d.attempts
  from webhook_delivery d where d.state = 'dead_letter' and d.settled_at is not null
  union all
  select 'replies', p.review_id, p.account_id, p.review_id, p.accepted_at, p.error || coalesce(': ' || p.error_detail, ''), p.attempts::int
  from review_reply p where p.state = 'failed'
  union all
  select 'mail', m.id, m.account_id, m.id, m.ended_at, coalesce(m.last_error, 'unknown'), m.attempts
  from outgoing_mail m where m.status = 'given_up' and m.ended_at is not null;
`;

const COMMENTS = [
  describeTable('source_alarm', 'Alarms that reviews of a source lack a field. An alarm is open until the field is back.', {
    usual: 'Share of the reviews that had the field in the 14 days before.',
    share: 'Share when the alarm was raised.',
    reviews: 'Reviews that the share was computed from.',
  }),
  describeTable('running_process', 'Processes of the service. Each updates its row every few seconds; old rows are deleted after a day.', {
    work: 'Running work and slots of each kind, in workers.',
  }),
].join(';\n');
