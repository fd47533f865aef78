import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Who created a key, where it was last used, and how often it is used. */
export class AuthKeyUse1795200000343 implements MigrationInterface {
  readonly name = 'AuthKeyUse1795200000343';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table api_key add column last_used_ip text, add column created_by bigint;
      create table api_key_use (
        key_id bigint not null references api_key (id) on delete cascade,
        day date not null,
        account_id bigint not null,
        requests bigint not null,
        primary key (key_id, day)
      ) with (fillfactor = 80);
    `);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table api_key_use;
      alter table api_key drop column created_by, drop column last_used_ip;
    `);
  }
}

const COMMENTS = [
  describeTable('api_key_use', 'Admitted requests of each key and day (UTC), for about a week.'),
  describeTable('api_key', 'API keys. Only the digest of a key is stored.', {
    last_used_ip: 'Client address of a request in the minute of last_used_at.',
    created_by: 'Id of the person who created the key; null: the command line, administration or a first start.',
  }),
].join(';\n');
