import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * After each run the replies of its objects are held against what was collected, failed ones too: an index of the published
 * ones alone could not serve that, and all replies of the account were read. The same happened for each link that was purged,
 * whose replies go with it.
 */
export class RepliesOfObjectsAndLinks1795200000111 implements MigrationInterface {
  readonly name = 'RepliesOfObjectsAndLinks1795200000111';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index review_reply_of_object;
      create index review_reply_of_object on review_reply (account_id, object_id, review_id);
      create index review_reply_of_link on review_reply (account_id, link_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index review_reply_of_link;
      drop index review_reply_of_object;
      create index review_reply_of_object on review_reply (account_id, object_id) where state = 'published';
    `);
  }
}
