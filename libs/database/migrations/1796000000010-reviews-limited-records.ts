import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The platforms that had a limit for stored content when this migration was written. */
const LIMITED = `'google', 'google-play', 'tripadvisor', 'yelp'`;

/**
 * Records of platforms whose terms limit how long content may be kept get their source and the time at which they were read. Existing
 * ones get the time of the last change of their review, with which they were written.
 */
export class ReviewsLimitedRecords1796000000010 implements MigrationInterface {
  readonly name = 'ReviewsLimitedRecords1796000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table review_raw add source_id int, add read_at timestamptz,
        add constraint review_raw_check check ((source_id is null) = (read_at is null));
      update review_raw w set source_id = r.source_id, read_at = r.updated_at
      from review r join source s on s.id = r.source_id
      where s.slug in (${LIMITED}) and w.account_id = r.account_id and w.review_id = r.id;
      create index review_raw_limited on review_raw (source_id, read_at) where source_id is not null;
      comment on column review_raw.source_id is
        'The source, if its terms limit how long content may be kept; null for other sources, whose records have no entry in the index.';
      comment on column review_raw.read_at is 'When the record was read from the platform; null if source_id is.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table review_raw drop source_id, drop read_at');
  }
}
