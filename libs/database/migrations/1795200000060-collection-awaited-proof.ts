import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The few reviews that a pass missed and that no second pass has judged yet, oldest note of a link first. */
export class CollectionAwaitedProof1795200000060 implements MigrationInterface {
  readonly name = 'CollectionAwaitedProof1795200000060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index review_missed on review (account_id, link_id, missed_at)
        where missed_at is not null and deleted_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index review_missed');
  }
}
