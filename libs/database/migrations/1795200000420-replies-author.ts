import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Who wrote a reply, and an index that serves the list of the replies of an account by state. */
export class RepliesAuthor1795200000420 implements MigrationInterface {
  readonly name = 'RepliesAuthor1795200000420';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table review_reply add column accepted_by bigint;
      create index review_reply_of_state on review_reply (account_id, state, review_id);
    `);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index review_reply_of_state;
      alter table review_reply drop column accepted_by;
    `);
  }
}

const COMMENTS = describeTable('review_reply', 'Replies of clients, one per review, and their known state on the platform.', {
  accepted_by: 'Id of the person whose request was accepted last; null: a key.',
});
