import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The language of each review, and columns for it in the counters. Workers detect the language of the existing reviews, and of those that
 * processes of the version before store. Later migrations create the indexes and count by language: until then `language` is `und`
 * in every counter.
 */
export class ReviewsLanguage1796000000200 implements MigrationInterface {
  readonly name = 'ReviewsLanguage1796000000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table review add language text not null default 'und', add detector smallint not null default 0;
      alter table link_stat add language text not null default 'und';
      alter table link_month add language text not null default 'und';
      comment on column review.language is 'Language of the text, as a primary subtag of BCP 47; und if it is unknown.';
      comment on column review.detector is 'Version of the rule that determined language; 0 if none has.';
      comment on column link_stat.language is 'As review.language.';
      comment on column link_month.language is 'As review.language.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table link_month drop language;
      alter table link_stat drop language;
      alter table review drop language, drop detector;
    `);
  }
}
