import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stored answers of requests that carried an `Idempotency-Key` (contract §4.1), kept for 24 hours. */
export class HttpIdempotency1795200000005 implements MigrationInterface {
  readonly name = 'HttpIdempotency1795200000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotent_answer (
        account_id bigint not null references account (id),
        key text not null,
        fingerprint bytea not null,
        status smallint not null,
        body bytea not null,
        created_at timestamptz not null default clock_timestamp(),
        primary key (account_id, key)
      );
      create index idempotent_answer_age on idempotent_answer (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table idempotent_answer');
  }
}
