import type { MigrationInterface, QueryRunner } from 'typeorm';
import { whileWritten } from './while-written';

/** The index by which records are found whose limit has passed. */
export class ReviewsLimitedIndex1796000000040 implements MigrationInterface {
  readonly name = 'ReviewsLimitedIndex1796000000040';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await whileWritten(runner, [
      'drop index concurrently if exists review_raw_limited',
      'create index concurrently review_raw_limited on review_raw (source_id, read_at) where source_id is not null',
      'alter table review_raw validate constraint review_raw_check',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index review_raw_limited');
  }
}
