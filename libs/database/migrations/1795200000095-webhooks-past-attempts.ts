import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The last attempt of a delivery stands in the delivery itself; only those before it get rows of their own. Nearly every
 * delivery is received at once and needs none then. `webhook_attempt` shows all of them, as before.
 */
export class WebhooksPastAttempts1795200000095 implements MigrationInterface {
  readonly name = 'WebhooksPastAttempts1795200000095';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_attempt rename to webhook_past_attempt;
      delete from webhook_past_attempt a using webhook_delivery d where d.id = a.delivery_id and d.attempts = a.number;
      create view webhook_attempt as
        select delivery_id, number, account_id, started_at, duration_ms, status_code, error from webhook_past_attempt
        union all
        select id, attempts, account_id, last_attempt_at, last_duration_ms, last_status_code, last_error
        from webhook_delivery where attempts > 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view webhook_attempt;
      insert into webhook_past_attempt (delivery_id, number, account_id, started_at, duration_ms, status_code, error)
        select id, attempts, account_id, last_attempt_at, last_duration_ms, last_status_code, last_error
        from webhook_delivery where attempts > 0;
      alter table webhook_past_attempt rename to webhook_attempt;
    `);
  }
}
