import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys may have a name and an end. Nullable without a default: no row is rewritten. */
export class AuthKeyNamesAndExpiry1795200000140 implements MigrationInterface {
  readonly name = 'AuthKeyNamesAndExpiry1795200000140';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key add name text, add expires_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key drop name, drop expires_at');
  }
}
