import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Planning a link locked and wrote its row in `link` for the foreign key alone. Whoever plans holds the link's schedule
 * (`link_collection`), which cannot go before the transaction ends, and the link not before its schedule: so no part of a run
 * is made of a link that is gone. Housekeeping, which alone removes links, takes their parts of runs away itself.
 */
export class CollectionRunLinks1795200000096 implements MigrationInterface {
  readonly name = 'CollectionRunLinks1795200000096';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table run_link drop constraint run_link_account_id_link_id_fkey');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table run_link add constraint run_link_account_id_link_id_fkey
        foreign key (account_id, link_id) references link (account_id, id) on delete cascade
    `);
  }
}
