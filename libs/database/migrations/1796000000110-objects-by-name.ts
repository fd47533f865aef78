import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports look objects up by their names. */
export class ObjectsByName1796000000110 implements MigrationInterface {
  readonly name = 'ObjectsByName1796000000110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index tracked_object_name on tracked_object (account_id, name) where deleted_at is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index tracked_object_name');
  }
}
