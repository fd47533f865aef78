import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Which encryption key seals the secrets of this installation, and which processes hold which keys. */
export class Sealing1795200000020 implements MigrationInterface {
  readonly name = 'Sealing1795200000020';

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
    'Fingerprints of the keys that each running process holds. Logged, because processes outlive a crash of the server.',
    {
      missed: 'How many heartbeats of the process in a row were missing when another process checked.',
      checked_at: 'Last heartbeat of the process, or last check that missed one.',
    },
  ),
].join(';\n');
