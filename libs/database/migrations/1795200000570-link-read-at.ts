import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a collection of a link last succeeded: the age of its reviews. */
export class LinkReadAt1795200000570 implements MigrationInterface {
  readonly name = 'LinkReadAt1795200000570';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table link_collection add column read_at timestamptz');
    await runner.query(EARLIER_SUCCESSES);
    await runner.query(COMMENT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table link_collection drop column read_at');
  }
}

/** For a link that fails, the last success in the history of its runs, and for one without it the last pass that read the whole list. */
const EARLIER_SUCCESSES = `
  update link_collection c set read_at = case when c.scrape_error is null then c.last_scraped_at else coalesce(
    (select max(r.ended_at) from run_link r where r.link_id = c.link_id and r.outcome = 'success'), c.full_pass_at) end
  where c.last_scraped_at is not null
`;

const COMMENT = `
  comment on column link_collection.read_at is 'Time when its last successful collection ended; null if none succeeded yet.'
`;
