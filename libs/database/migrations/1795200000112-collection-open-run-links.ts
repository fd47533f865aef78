import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A part of a run is open while it has no outcome, which is the same as not being ended. The index of the open ones says so in
 * these words, since what waits to be claimed must not look like a reading of all that is open: where little was open when
 * statistics were last made, that seemed the shortest way, and each claim of a burst read the whole burst.
 */
export class CollectionOpenRunLinks1795200000112 implements MigrationInterface {
  readonly name = 'CollectionOpenRunLinks1795200000112';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unique index run_link_without_outcome on run_link (link_id) where outcome is null;
      drop index run_link_one_open;
      alter index run_link_without_outcome rename to run_link_one_open;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unique index run_link_not_ended on run_link (link_id) where state <> 'ended';
      drop index run_link_one_open;
      alter index run_link_not_ended rename to run_link_one_open;
    `);
  }
}
