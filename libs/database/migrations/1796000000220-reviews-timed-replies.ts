import type { MigrationInterface, QueryRunner } from 'typeorm';
import { whileWritten } from './while-written';

/** The index from which reply times are computed: it has the answered reviews of each object by `review_date`, with every column that is read. */
export class ReviewsTimedReplies1796000000220 implements MigrationInterface {
  readonly name = 'ReviewsTimedReplies1796000000220';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await whileWritten(runner, [
      'drop index concurrently if exists review_timed',
      `create index concurrently review_timed on review (account_id, object_id, review_date)
         include (reply_date, rating, source_id, link_id, language, import_id)
         where reply_text is not null and reply_date is not null and review_date is not null and deleted_at is null`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index review_timed');
  }
}
