import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which encryption key seals this installation's secrets, and which processes hold which keys. Fingerprints, never keys. */
export class SealingEncryptionKeys1795200000141 implements MigrationInterface {
  readonly name = 'SealingEncryptionKeys1795200000141';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The newest row is the key that seals now; the others were it before.
      create table encryption_key (
        id bigint generated always as identity primary key,
        fingerprint text not null,
        sealing_since timestamptz not null default clock_timestamp()
      );

      -- Logged, for after a crash of the server those processes still run.
      create table encryption_key_holder (
        process uuid primary key,
        fingerprints text[] not null,
        -- How often others looked for its next sign of life in vain, and when it gave one or was last looked for.
        missed integer not null default 0,
        noted_at timestamptz not null default clock_timestamp()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table encryption_key_holder, encryption_key');
  }
}
