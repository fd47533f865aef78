import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** The contents of deliveries in lists, lists by time, and the start of a series of failures. */
export class WebhooksHistory1795200000340 implements MigrationInterface {
  readonly name = 'WebhooksHistory1795200000340';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_delivery add column review_count int, add column object_ids bigint[];
      alter table webhook add column failing_since timestamptz;
      -- Replaced and not added: every settled attempt writes an entry of this index.
      drop index webhook_delivery_list;
      create index webhook_delivery_list on webhook_delivery (account_id, webhook_id, created_at desc, id desc);
    `);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index webhook_delivery_list;
      create index webhook_delivery_list on webhook_delivery (account_id, webhook_id, id desc);
      alter table webhook drop column failing_since;
      alter table webhook_delivery drop column object_ids, drop column review_count;
    `);
  }
}

const COMMENTS = [
  describeTable('webhook_delivery', 'Requests to webhooks and their last attempt.', {
    review_count: 'Reviews of the event; null for scrape.run.finished.',
    object_ids: 'The first objects of the event, at most five; null for scrape.run.finished.',
  }),
  describeTable('webhook', 'Webhooks of an account.', {
    failing_since: 'When the first of the failures since the last success was stored; null if there is none.',
  }),
].join(';\n');
