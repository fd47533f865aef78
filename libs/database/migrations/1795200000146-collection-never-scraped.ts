import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a link was never collected has a column of its own, for the index of such links. The index was on `last_scraped_at`,
 * which every pass changes: PostgreSQL then writes a new entry into every index of the table, not only into that one.
 */
export class CollectionNeverScraped1795200000146 implements MigrationInterface {
  readonly name = 'CollectionNeverScraped1795200000146';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table link_collection
        add column never_scraped boolean not null generated always as (last_scraped_at is null) stored;
      drop index link_collection_first_of_account;
      create index link_collection_first_of_account on link_collection (account_id, next_run_at, link_id)
        where next_run_at is not null and never_scraped;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index link_collection_first_of_account;
      create index link_collection_first_of_account on link_collection (account_id, next_run_at, link_id)
        where next_run_at is not null and last_scraped_at is null;
      alter table link_collection drop column never_scraped;
    `);
  }
}
