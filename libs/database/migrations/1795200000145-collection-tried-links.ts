import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Links that wait for a later attempt have an index of their own, in the order in which they may be tried again. In that of the
 * others a claim walked over all of them: they have waited for longest, so they stand first. A link that was not tried yet
 * waits for no moment.
 *
 * Where a source refuses many pages of one account, a good link of another is looked for among the source's own.
 */
export class CollectionTriedLinks1795200000145 implements MigrationInterface {
  readonly name = 'CollectionTriedLinks1795200000145';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index run_link_waiting;
      create index run_link_waiting on run_link (source_id, account_id, priority, moves_up_at, id)
        where state = 'queued' and attempts = 0;
      create index run_link_tried on run_link (source_id, account_id, priority, not_before, id)
        where state = 'queued' and attempts > 0;
      create index link_collection_due_at_source on link_collection (source_id, next_run_at, link_id)
        where next_run_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index run_link_waiting, run_link_tried, link_collection_due_at_source;
      create index run_link_waiting on run_link (source_id, account_id, priority, moves_up_at, id) where state = 'queued';
    `);
  }
}
