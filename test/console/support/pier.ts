import { insertReviews } from '@test/support/review-factory';
import type { JourneyHost } from './harbor';

/** A hotel with five links in different states, their runs of a week, and pinned and hidden reviews. */
export interface Pier {
  readonly objectId: number;
  /** Ids of the links by platform. */
  readonly links: Readonly<Record<string, number>>;
  /** Ids of the pinned reviews, in their order. */
  readonly pinned: readonly number[];
  /** A run in which Trustpilot refused. */
  readonly runId: number;
}

interface Added {
  readonly id: number;
  readonly link_results: readonly { readonly link_id: number; readonly source_name: string }[];
}

const LINKS = [
  'https://www.google.com/maps?cid=7405212348822000',
  'https://www.booking.com/hotel/pt/pier-porto.html',
  'https://2gis.ae/dubai/firm/70000001006794970',
  'https://www.trustpilot.com/review/pier-porto.example',
  'https://store.steampowered.com/app/441/',
];
/** The state of each link: columns of its collection. */
const STATES: Readonly<Record<string, string>> = {
  google: `scrape_status = 'success', stop_reason = 'known_reached', platform_review_count = 3, full_pass_at = now() - interval '3 days'`,
  booking: `scrape_status = 'success', stop_reason = 'count_mismatch', platform_review_count = 40`,
  '2gis': `scrape_status = 'success', stop_reason = 'complete', platform_review_count = 1, full_pass_at = now()`,
  trustpilot: `scrape_status = 'failed', scrape_error = 'blocked: a captcha', stop_reason = 'blocked', platform_review_count = 2,
    failing_since = now() - interval '14 hours', failures = 3`,
  steam: `scrape_status = 'failed', scrape_error = 'page_not_found: gone', stop_reason = 'page_not_found', frozen_at = now(),
    failing_since = now() - interval '8 days', failures = 10`,
};
const AUTHORS = ['Beatriz R.', 'Jonas', 'أحمد', 'Clara D.', 'Ms P.', 'Lars T.', 'Тимур'];
const TEXTS = [
  'The quietest room we ever had in a city, and the bread was warm.',
  'Staff carried the pram up three floors.',
  'فندق رائع وخدمة ممتازة',
  'Breakfast on the roof in October.',
  `Good value, ${'unbreakable'.repeat(9)}`,
  'Third time, never let down.',
  null,
];
const RUNS = 27;

export async function aPier({ app, account }: JourneyHost): Promise<Pier> {
  const { accountId } = account;
  const created = await app.agent
    .post('/v3/objects')
    .set('X-API-Key', account.full)
    .send({ name: 'Pier Hotel Porto', links: LINKS.map((url) => ({ url })) });
  const { id: objectId, link_results: results } = created.body as Added;
  const links = Object.fromEntries(results.map(({ source_name: slug, link_id: id }) => [slug, id]));
  for (const [slug, columns] of Object.entries(STATES))
    await app.database.query(
      `update link_collection set last_scraped_at = now() - interval '20 minutes', next_run_at = now() + interval '5 hours', ${columns}
       where link_id = $1`,
      [links[slug]],
    );
  await app.database.query(`update link set scraped_object_name = 'Pier Hotel, Porto' where id = $1`, [
    links['google'],
  ]);
  const sources = await app.database.query<{ id: number; slug: string }>('select id, slug from source');
  const sourceId = (slug: string): number => sources.find((source) => source.slug === slug)?.id ?? 0;
  const pinned = await insertReviews(
    app.database,
    AUTHORS.map((author, place) => ({
      accountId,
      objectId,
      linkId: links['google'] ?? 0,
      sourceId: sourceId('google'),
      reviewDate: `2026-11-${20 - place}T10:00:00`,
      author,
      rating: 5 - (place % 2),
      text: TEXTS[place] ?? null,
    })),
  );
  const curate = (path: string, body: object): Promise<unknown> =>
    app.agent.put(`/v3/objects/${objectId}/${path}`).set('X-API-Key', account.full).send(body);
  await curate('pinned-reviews', { ordered_review_ids: pinned });
  const hidden = await insertReviews(
    app.database,
    ['Mallory', 'Trudy'].map((author) => ({
      accountId,
      objectId,
      linkId: links['booking'] ?? 0,
      sourceId: sourceId('booking'),
      reviewDate: '2026-11-02T10:00:00',
      author,
      rating: 1,
      text: 'Call 555 0100 for a better deal.',
    })),
  );
  await app.agent
    .post(`/v3/objects/${objectId}/hidden-reviews`)
    .set('X-API-Key', account.full)
    .send({ review_ids: hidden });
  const runId = await runsOf({ app, account }, objectId, links, sourceId);
  return { objectId, links, pinned, runId };
}

/** A run every six hours; Trustpilot refuses the last three, and Booking.com ends one in part. Returns the last run. */
async function runsOf(
  { app, account }: JourneyHost,
  objectId: number,
  links: Readonly<Record<string, number>>,
  sourceId: (slug: string) => number,
): Promise<number> {
  let runId = 0;
  for (let age = RUNS; age >= 1; age -= 1) {
    const at = `now() - interval '${age * 6} hours'`;
    const [run] = await app.database.query<{ id: number }>(
      `insert into run (account_id, cause, created_at, finished_at)
       values ($1, 'scheduled', ${at}, ${at} + interval '90 seconds') returning id`,
      [account.accountId],
    );
    runId = run?.id ?? 0;
    for (const slug of Object.keys(links)) {
      if (slug === 'steam' && age % 20 !== 1) continue;
      const isRefused = slug === 'trustpilot' && age <= 3;
      const failure = slug === 'steam' ? 'page_not_found' : isRefused ? 'blocked' : null;
      const reason = failure ?? (slug === 'booking' && age === 9 ? 'count_mismatch' : 'known_reached');
      await app.database.query(
        `insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state, outcome,
           stop_reason, scrape_error, pages, reviews_read, reviews_new, attempts, started_at, ended_at)
         values ($1, $2, $3, $4, $5, ${at}, $6, 1, 'ended', $7, $8, $9, 2, 40, $10, $11, ${at}, ${at} + interval '80 seconds')`,
        [
          runId,
          account.accountId,
          objectId,
          links[slug],
          sourceId(slug),
          slug === 'google' && age === 12,
          failure === null ? 'success' : 'failed',
          reason,
          failure === null ? null : `${failure}: refused`,
          failure === null ? age % 4 : 0,
          failure === null ? 1 : 3,
        ],
      );
    }
  }
  return runId;
}
