import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is due of a webhook is looked up by account and webhook. With both in the index it is the best one by any statistics:
 * without the account, a planner that takes the two for independent reads all that the webhook was ever sent instead.
 */
export class WebhooksDueIndex1795200000099 implements MigrationInterface {
  readonly name = 'WebhooksDueIndex1795200000099';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index webhook_delivery_due;
      create index webhook_delivery_due on webhook_delivery (account_id, webhook_id, next_attempt_at, id)
        where state = 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index webhook_delivery_due;
      create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt_at, id) where state = 'pending';
    `);
  }
}
