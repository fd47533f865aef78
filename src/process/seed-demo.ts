import type { INestApplicationContext } from '@nestjs/common';
import { Database } from '@libs/database';
import { contentDaysOf } from '@libs/sources';
import { ReviewIntakeService } from '@src/reviews';
import { SourceCatalogue } from '@src/sources';
import type { DemoLink } from './demo-reviews';

/**
 * Fills the demo account, in the transaction of the first start. All of its data is invented, and its links cannot be
 * collected, so the demo sends no request to a real platform.
 */
export async function seedDemo(
  app: INestApplicationContext,
  accountId: number,
  links: readonly DemoLink[],
): Promise<void> {
  const database = app.get(Database);
  const intake = app.get(ReviewIntakeService, { strict: false });
  const catalogue = app.get(SourceCatalogue, { strict: false });
  const runId = await insertAndReturnId(
    database,
    `insert into run (account_id, cause, finished_at) values ($1, 'first', clock_timestamp()) returning id`,
    [accountId],
  );
  for (const link of links) {
    const source = catalogue.bySlug(link.source.facts.slug);
    if (!source) continue;
    const name = `${link.object?.name ?? source.displayName} (demo)`;
    const objectId = await insertAndReturnId(
      database,
      'insert into tracked_object (account_id, name) values ($1, $2) returning id',
      [accountId, name],
    );
    const linkId = await insertAndReturnId(
      database,
      'insert into link (account_id, object_id, source_id, url, scraped_object_name) values ($1, $2, $3, $4, $5) returning id',
      [accountId, objectId, source.id, link.url, link.object?.name ?? null],
    );
    await database.query(
      `insert into link_collection (link_id, account_id, object_id, source_id, scrape_status, stop_reason, last_scraped_at, read_at, platform_review_count)
       values ($1, $2, $3, $4, 'success', 'complete', clock_timestamp(), clock_timestamp(), $5)`,
      [linkId, accountId, objectId, source.id, link.object?.reviewCount ?? null],
    );
    await intake.takePage(
      {
        ...{ accountId, objectId, linkId, sourceId: source.id, runId },
        rawPrivacy: link.source.facts.rawPrivacy,
        contentDays: contentDaysOf(source.id),
      },
      link.reviews,
    );
    await database.query(
      `update link_collection set last_scraped_review_date = (
         select max(review_date) from review_view where account_id = $1 and link_id = $2)
       where account_id = $1 and link_id = $2`,
      [accountId, linkId],
    );
  }
}

async function insertAndReturnId(database: Database, sql: string, parameters: readonly unknown[]): Promise<number> {
  const [row] = await database.query<{ id: number }>(sql, parameters);
  if (!row) throw new Error('an insert returned no row');
  return row.id;
}
