import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Stored responses of requests with an `Idempotency-Key` (contract §4.1). */
export class Http1795800000040 implements MigrationInterface {
  readonly name = 'Http1795800000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table idempotent_response');
  }
}

const TABLES = `
  create table idempotent_response (
    account_id bigint not null references account (id),
    key text not null,
    fingerprint bytea not null,
    status smallint not null,
    body bytea not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (account_id, key)
  );
  create index idempotent_response_age on idempotent_response (created_at);
`;

const COMMENTS = describeTable('idempotent_response', 'Responses that a repeated Idempotency-Key returns. Kept for 24 hours.', {
  fingerprint: 'Digest of the method, the path and the body of the request.',
});
