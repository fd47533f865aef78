import { insertReviews } from '@test/support/review-factory';
import type { TestAccount, TestApp } from '@test/support/test-app';

/** The data of the journeys: a hotel with three links in different states, and reviews in several scripts. */
export interface Harbor {
  readonly objectId: number;
  /** Ids of the reviews by their author, newest first. */
  readonly reviews: ReadonlyMap<string, number>;
}

interface Added {
  readonly id: number;
  readonly link_results: readonly { readonly link_id: number; readonly source_name: string }[];
}

const LINKS = [
  'https://www.trustpilot.com/review/harbor.example',
  'https://www.booking.com/hotel/pt/harbor.html',
  'https://store.steampowered.com/app/440/',
];

export const HOSTILE = '<img src=x onerror="document.title=\'stolen\'"><script>alert(1)</script> \u202e';

/** The API and the account of a journey. */
export interface JourneyHost {
  readonly app: TestApp;
  readonly account: TestAccount;
}

export async function aHarbor(server: JourneyHost): Promise<Harbor> {
  const { app, account } = server;
  const created = await app.agent
    .post('/v3/objects')
    .set('X-API-Key', account.full)
    .send({ name: 'Harbor Hotel Porto', links: LINKS.map((url) => ({ url })) });
  const { id: objectId, link_results: links } = created.body as Added;
  const pier = await app.agent.post('/v3/objects').set('X-API-Key', account.full).send({ name: 'Old Pier', links: [] });
  // Names of earlier versions may have such characters.
  await app.database.query('update tracked_object set name = $2 where id = $1', [
    (pier.body as Added).id,
    `Old Pier ${HOSTILE}`,
  ]);
  const linkId = (slug: string): number => links.find(({ source_name: name }) => name === slug)?.link_id ?? 0;
  const collected = (slug: string, changes: string): Promise<unknown> =>
    app.database.query(
      `update link_collection set last_scraped_at = clock_timestamp(), ${changes} where link_id = $1`,
      [linkId(slug)],
    );
  await collected('trustpilot', "scrape_status = 'success', stop_reason = 'known_reached', platform_review_count = 3");
  await collected('booking', "scrape_status = 'success', stop_reason = 'count_mismatch', platform_review_count = 40");
  await collected('steam', "scrape_status = 'failed', scrape_error = 'blocked: a captcha', stop_reason = 'blocked'");
  const sources = await app.database.query<{ id: number; slug: string }>('select id, slug from source');
  const seeds = [
    ['trustpilot', 'Katharina B.', 1, 'No water from six in the evening until noon.'],
    ['booking', 'Miguel', 2, 'The room is tired.'],
    ['trustpilot', 'Тимур', 1, 'Не ожидали. Дозвониться невозможно.'],
    ['trustpilot', 'أحمد', 5, 'فندق رائع'],
    ['steam', HOSTILE, 2, `${HOSTILE} ${'long'.repeat(80)}`],
    ['booking', null, 4, null],
  ] as const;
  const ids = await insertReviews(
    app.database,
    seeds.map(([slug, author, rating, text], index) => ({
      accountId: account.accountId,
      objectId,
      linkId: linkId(slug),
      sourceId: sources.find((source) => source.slug === slug)?.id ?? 0,
      reviewDate: `2026-11-${20 - index}T10:00:00`,
      author,
      rating,
      text,
      ...(rating === 4 ? { replyText: 'Thank you', replyDate: '2026-11-18T10:00:00' } : {}),
    })),
  );
  await connect(server, objectId, sources.find(({ slug }) => slug === 'trustpilot')?.id ?? 0);
  return { objectId, reviews: new Map(seeds.map(([, author], index) => [author ?? '', ids[index] ?? 0])) };
}

/** Lets the account reply on a platform. No worker runs, so accepted replies stay pending. */
async function connect({ app, account }: JourneyHost, objectId: number, sourceId: number): Promise<void> {
  await app.database.query(
    `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card, status) values ($1, $2, $3, '\\x00', '', 'c', 'active')`,
    [account.accountId, objectId, sourceId],
  );
}
