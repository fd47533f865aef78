import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deliveries of suspended accounts wait until the account is resumed, and do not count as waiting work.
 * Operators get notices in their oldest account.
 */
export class OperationsServedAccounts1795200000500 implements MigrationInterface {
  readonly name = 'OperationsServedAccounts1795200000500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      jobQueue(`a.status = 'active' and (a.trial_ends_at is null or a.trial_ends_at > statement_timestamp())`),
    );
    await runner.query(MEMBERSHIPS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view operator_membership');
    await runner.query(jobQueue('true'));
  }
}

/** The view of `Operations1795200000461`; `condition` selects the accounts `a` whose deliveries are counted. */
const jobQueue = (condition: string): string => `
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
      where d.state = 'pending' and d.next_attempt_at <= statement_timestamp() and w.is_active and ${condition}),
    (select count(*) from webhook_dispatch where lease_token is not null),
    (select count(*) from webhook_delivery where state = 'dead_letter' and settled_at > statement_timestamp() - interval '1 day'),
    (select min(d.next_attempt_at) from webhook_delivery d
      join webhook w on w.account_id = d.account_id and w.id = d.webhook_id join account a on a.id = d.account_id
      where d.state = 'pending' and d.next_attempt_at <= statement_timestamp() and w.is_active and ${condition}),
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

const MEMBERSHIPS = `
  create view operator_membership as
  select distinct on (m.person_id) m.person_id, m.account_id
  from membership m join person p on p.id = m.person_id
  where p.is_operator order by m.person_id, m.created_at, m.account_id;
`;
