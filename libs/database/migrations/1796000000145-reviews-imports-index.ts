import type { MigrationInterface, QueryRunner } from 'typeorm';
import { whileWritten } from './while-written';

/** The indexes by which the reviews of a link that only imports have brought are found, and those of an import. */
export class ReviewsImportsIndex1796000000145 implements MigrationInterface {
  readonly name = 'ReviewsImportsIndex1796000000145';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await whileWritten(runner, [
      'drop index concurrently if exists review_imported',
      `create index concurrently review_imported on review (account_id, link_id, change_seq) where import_id is not null`,
      'drop index concurrently if exists review_of_import',
      `create index concurrently review_of_import on review (account_id, import_id, id) where import_id is not null`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index review_imported, review_of_import');
  }
}
