import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which links of an account are due, and which of them were never collected: where many are due, accounts take turns. */
export class CollectionDueByAccount1795200000137 implements MigrationInterface {
  readonly name = 'CollectionDueByAccount1795200000137';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index link_collection_due_of_account on link_collection (account_id, next_run_at, link_id)
        where next_run_at is not null;
      create index link_collection_first_of_account on link_collection (account_id, next_run_at, link_id)
        where next_run_at is not null and last_scraped_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index link_collection_due_of_account, link_collection_first_of_account');
  }
}
