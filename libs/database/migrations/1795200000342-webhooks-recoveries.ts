import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Recoveries: requests to send the failed deliveries of a period again. */
export class WebhooksRecoveries1795200000342 implements MigrationInterface {
  readonly name = 'WebhooksRecoveries1795200000342';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
    `);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table webhook_recovery');
  }
}

const COMMENTS = describeTable('webhook_recovery', 'Requests to send the failed deliveries of a period again.', {
  since: 'Deliveries that were created at this time or later.',
  until: 'Deliveries that were created before this time.',
  matched: 'Deliveries that matched when it was created.',
  done: 'Deliveries that it made due.',
  after_at: 'With after_id: the delivery that it made due last, in the order of creation.',
  next_at: 'When its next batch is due.',
});
