import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often in a row, and since when, the collections of a link fail. */
export class LinkFailures1795200000300 implements MigrationInterface {
  readonly name = 'LinkFailures1795200000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(EARLIER_FAILURES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table link_collection drop column failures, drop column failing_since');
  }
}

const COLUMNS = `
  alter table link_collection
    add column failures int not null default 0,
    add column failing_since timestamptz
`;

/** Earlier collections were not counted: a link that fails has at least its last failure. */
const EARLIER_FAILURES = `
  update link_collection set failures = greatest(lasting_failures, 1), failing_since = last_scraped_at
  where scrape_error is not null
`;

const COMMENTS = `
  comment on column link_collection.failures is 'Number of consecutive failed collections.';
  comment on column link_collection.failing_since is 'Time of the first of them; null if the last collection succeeded.'
`;
