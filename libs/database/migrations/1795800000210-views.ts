import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What contexts may read of the tables of other contexts: `<table>_view` has the columns that they rely on, and the owner may change the
 * others. PostgreSQL replaces a view by its table before it plans a statement, so plans and row locks are those of the table.
 */
const VIEWS: Readonly<Record<string, string>> = {
  account: 'id, status, trial_ends_at',
  source: 'id, slug',
  tracked_object: 'id, account_id, name, is_active, created_at, deleted_at',
  link: `id, account_id, object_id, source_id, url, link_name, scraped_object_name, is_active, is_public, created_at,
    deleted_at`,
  link_collection: `link_id, account_id, object_id, source_id, scrape_status, scrape_error, warning, unread, count_disputes,
    frozen_at, failing_since, last_scraped_at, read_at, next_run_at, platform_review_count, platform_rating,
    platform_rating_original, platform_as_of, seen_floors, seen_ats, road, keeps_roads, first_road, first_road_until`,
  folder: 'id, account_id, parent_folder_id',
  folder_object: 'account_id, folder_id, object_id',
  platform_connection: 'account_id, object_id, source_id, status, checked_at',
  review: 'id, account_id, link_id, review_date, missed_at, deleted_at, change_seq',
  account_change: 'account_id, change_seq',
  link_total: 'account_id, object_id, link_id, n',
  run_fact: 'run_id, object_id',
  run_link: 'account_id, object_id, ended_at, outcome, reviews_new, reviews_changed, reviews_deleted',
  review_reply: 'account_id, object_id, link_id, state, error, accepted_at',
  webhook: 'account_id, is_active, failure_count, failing_since',
};

export class Views1795800000210 implements MigrationInterface {
  readonly name = 'Views1795800000210';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(VIEWS))
      await runner.query(`create view ${table}_view as select ${columns} from ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const views = Object.keys(VIEWS).map((table) => `${table}_view`);
    await runner.query(`drop view ${views.join(', ')}`);
  }
}
