import type { MigrationInterface, QueryRunner } from 'typeorm';
import { whileWritten } from './while-written';

/** The indexes by which reviews of a language, and those without a detected one, are found, and the keys of the counters by language. */
export class ReviewsLanguageIndex1796000000205 implements MigrationInterface {
  readonly name = 'ReviewsLanguageIndex1796000000205';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await whileWritten(
      runner,
      INDEXES.flatMap(([name, definition]) => [
        `drop index concurrently if exists ${name}`,
        `create ${definition.replace('NAME', name)}`,
      ]),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ${INDEXES.map(([name]) => name).join(', ')}`);
  }
}

const INDEXES = [
  [
    'review_by_language',
    'index concurrently NAME on review (account_id, object_id, language, review_date desc nulls last, id desc)',
  ],
  ['review_undetected', 'index concurrently NAME on review (account_id, id) where detector = 0'],
  [
    'link_stat_by_language',
    'unique index concurrently NAME on link_stat (account_id, object_id, link_id, rating, flags, language)',
  ],
  [
    'link_month_by_language',
    'unique index concurrently NAME on link_month (account_id, object_id, month, link_id, rating, language)',
  ],
] as const;
