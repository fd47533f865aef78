import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What housekeeping looks for, by age: without these it would walk whole tables every hour to find nothing. */
export class CollectionHousekeeping1795200000061 implements MigrationInterface {
  readonly name = 'CollectionHousekeeping1795200000061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index link_deleted on link (deleted_at) where deleted_at is not null;
      create index tracked_object_deleted on tracked_object (deleted_at) where deleted_at is not null;
      create index run_finished on run (finished_at) where finished_at is not null;
      create index outbox_relayed on outbox (relayed_at) where relayed_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index link_deleted, tracked_object_deleted, run_finished, outbox_relayed');
  }
}
