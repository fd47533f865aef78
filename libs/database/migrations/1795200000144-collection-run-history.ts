import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Runs as their account reads them, newest first: all, those since a moment, those that are open, and those of an object. Each of
 * these is counted and paged from its index alone, however many runs the account has.
 */
export class CollectionRunHistory1795200000144 implements MigrationInterface {
  readonly name = 'CollectionRunHistory1795200000144';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index run_by_time on run (account_id, created_at desc, id desc) include (finished_at);
      create index run_open on run (account_id, created_at desc, id desc) where finished_at is null;
      create index run_link_of_object on run_link (account_id, object_id, run_id desc);
      -- Nothing read by it any more: the order of ids is not the order of time.
      drop index run_of_account;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index run_of_account on run (account_id, id desc);
      drop index run_by_time, run_open, run_link_of_object;
    `);
  }
}
