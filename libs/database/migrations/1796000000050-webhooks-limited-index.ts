import type { MigrationInterface, QueryRunner } from 'typeorm';
import { whileWritten } from './while-written';

/** The index by which bodies are found whose limit has passed. */
export class WebhooksLimitedIndex1796000000050 implements MigrationInterface {
  readonly name = 'WebhooksLimitedIndex1796000000050';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await whileWritten(runner, [
      'drop index concurrently if exists webhook_delivery_limited',
      'create index concurrently webhook_delivery_limited on webhook_delivery (body_until) where body_until is not null',
      'alter table webhook_delivery validate constraint webhook_delivery_body_check',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index webhook_delivery_limited');
  }
}
