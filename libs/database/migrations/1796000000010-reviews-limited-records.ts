import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Records of platforms whose terms limit how long content may be kept get their source and the time at which they were read. Workers
 * date the existing ones, and those that processes of the version before store. The constraint is validated, and the index created, by
 * a later migration, because both read the whole table.
 */
export class ReviewsLimitedRecords1796000000010 implements MigrationInterface {
  readonly name = 'ReviewsLimitedRecords1796000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table review_raw add source_id int, add read_at timestamptz,
        add constraint review_raw_check check ((source_id is null) = (read_at is null)) not valid;
      comment on column review_raw.source_id is
        'The source, if its terms limit how long content may be kept; null for other sources, whose records have no entry in the index.';
      comment on column review_raw.read_at is
        'When the record was read from the platform, or earlier where that is not known; null if source_id is.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table review_raw drop source_id, drop read_at');
  }
}
