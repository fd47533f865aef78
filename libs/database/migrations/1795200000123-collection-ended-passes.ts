import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a link knows from passes that ended, apart from what was merely stored; and when a full pass is due because the
 * platform's counter disagrees. Links whose last collection succeeded and that nobody collects now begin with all that is
 * stored as known; any other is read past its quiet pages once.
 */
export class CollectionEndedPasses1795200000123 implements MigrationInterface {
  readonly name = 'CollectionEndedPasses1795200000123';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table link_collection
        -- The account's change number when the last pass ended. A review written later may be of a pass that did not end.
        add known_change bigint,
        -- When a full pass is due for another reason than the age of the last one.
        add full_due_at timestamptz,
        -- How often in a row the platform's counter disagreed with a pass that was read to its end.
        add count_disputes int not null default 0,
        -- The newest review date of the last such pass; null where the counter agreed.
        add disputed_newest timestamp(0),
        -- The last pass that was read to its end ended with the window that the platform shows.
        add shows_window boolean not null default false;
    `);
    await runner.query(`
      update link_collection c set
        known_change = case when c.scrape_status = 'success'
            and not exists (select from run_link r where r.link_id = c.link_id and r.outcome is null)
          then (select a.change_seq from account_change a where a.account_id = c.account_id) end,
        shows_window = coalesce((select r.stop_reason = 'window_limit' from run_link r
          where r.link_id = c.link_id and r.stop_reason in ('complete', 'window_limit', 'count_mismatch')
          order by r.id desc limit 1), false)
      where c.last_scraped_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table link_collection drop known_change, drop full_due_at, drop count_disputes, drop disputed_newest, drop shows_window;
    `);
  }
}
