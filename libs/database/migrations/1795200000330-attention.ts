import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of what needs a person's attention: unanswered negative reviews, failed replies, and the collections of the last day. */
export class Attention1795200000330 implements MigrationInterface {
  readonly name = 'Attention1795200000330';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index review_unanswered on review (account_id, object_id, review_date)
        where rating < 300 and reply_text is null and deleted_at is null;
      create index review_reply_failed on review_reply (account_id, object_id) where state = 'failed';
      create index run_link_ended on run_link (account_id, ended_at)
        include (object_id, outcome, reviews_new, reviews_changed, reviews_deleted) where ended_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index review_unanswered, review_reply_failed, run_link_ended');
  }
}
