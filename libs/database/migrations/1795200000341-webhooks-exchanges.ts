import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** What attempts sent and received, for a week. */
export class WebhooksExchanges1795200000341 implements MigrationInterface {
  readonly name = 'WebhooksExchanges1795200000341';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
    `);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table webhook_exchange');
  }
}

const COMMENTS = describeTable('webhook_exchange', 'Headers and answers of attempts, kept for 7 days. Not every success has a row.', {
  number: 'The number of the attempt, as in webhook_attempt.',
  request_headers: 'With shortened signatures.',
  response_headers: 'Null if no response arrived.',
  response_body: 'The first 2 KiB; null if no response arrived or its body is encoded.',
});
