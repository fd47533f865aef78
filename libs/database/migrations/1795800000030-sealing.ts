import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** The encryption key that seals the secrets of this installation, and the keys of each process. */
export class Sealing1795800000030 implements MigrationInterface {
  readonly name = 'Sealing1795800000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table encryption_key_holder, encryption_key');
  }
}

const TABLES = `
  create table encryption_key (
    id bigint generated always as identity primary key,
    fingerprint text not null,
    sealing_since timestamptz not null default clock_timestamp()
  );

  create table encryption_key_holder (
    process uuid primary key,
    fingerprints text[] not null,
    missed int not null default 0,
    checked_at timestamptz not null default clock_timestamp()
  );
`;

const COMMENTS = [
  describeTable('encryption_key', 'Fingerprints of the encryption keys, never the keys. The newest row is the key in use.'),
  describeTable(
    'encryption_key_holder',
    'Fingerprints of the keys of each running process. Not an unlogged table, because processes continue after a crash of the server.',
    {
      missed: 'Number of consecutive missed heartbeats of the process, as counted by other processes.',
      checked_at: 'Time of the last heartbeat of the process, or of the last missed heartbeat that was counted.',
    },
  ),
].join(';\n');
