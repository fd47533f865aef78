import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events of one object's composition are found by the object. By the account's order alone, whoever follows one object read
 * the events of all others on his way, and a purge read all events of the account for every batch of reviews.
 */
export class ReviewsSyncScopeOfObject1795200000110 implements MigrationInterface {
  readonly name = 'ReviewsSyncScopeOfObject1795200000110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index sync_scope_change_of_object on sync_scope_change (account_id, object_id, change_seq)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index sync_scope_change_of_object');
  }
}
