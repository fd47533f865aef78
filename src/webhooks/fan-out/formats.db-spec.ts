import type { Database } from '@libs/database';
import { AUTHORS_MASKED, COLLECTION_RUN_FINISHED, REVIEW_EVENTS } from '@src/reviews';
import {
  aWebhook,
  deliveriesOf,
  deliveryHarness,
  removeDeliveries,
  type DeliveryHarness,
} from '@test/support/delivery-harness';
import { insertReviews } from '@test/support/review-factory';
import { problemsOf } from '@test/support/service-schemas';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

const FORMATS = ['slack', 'teams', 'discord'] as const;

let fixture: StoreFixture;
let database: Database;
let harness: DeliveryHarness;
let link: LinkFixture;

beforeAll(async () => {
  fixture = await storeFixture();
  database = fixture.database;
  harness = await deliveryHarness(database, { HREV_PUBLIC_URL: 'https://reviews.example.com' });
});
afterAll(async () => {
  await harness?.close();
  await fixture?.close();
});
beforeEach(async () => {
  await removeDeliveries(database);
  await database.query('truncate run cascade; truncate review, review_raw, link_stat, link_month, link_total');
  link = await aLink(database);
});

async function webhookOf(format: string, seed: object = {}): Promise<number> {
  const id = await aWebhook(database, { accountId: link.accountId, ...seed });
  await database.query('update webhook set format = $2 where id = $1', [id, format]);
  return id;
}

const reviews = (count: number, seed: object = {}): Promise<readonly number[]> =>
  insertReviews(
    database,
    Array.from({ length: count }, (_, place) => ({
      ...link,
      text: `Text of ${place}.`,
      rating: 5,
      author: 'Anna',
      ...seed,
    })),
  );

const relay = (name: string, payload: object): Promise<void> =>
  database.transaction(async () => {
    const batch = harness.events.beginBatch();
    const at = new Date(Date.now() + 60_000).toISOString();
    await batch.take([{ id: 1, name, accountId: link.accountId, payload, createdAt: at, traceparent: null }]);
    await batch.end();
  });
const appeared = (ids: readonly number[]): Promise<void> =>
  relay(REVIEW_EVENTS.appeared.name, { run_id: null, review_ids: ids, object_ids: [link.objectId] });

async function bodyOf(webhookId: number): Promise<string> {
  const [row, ...others] = await deliveriesOf(database, webhookId);
  expect(others).toEqual([]);
  return row?.body.toString('utf8') ?? '';
}

describe.each(FORMATS)('deliveries of a webhook with the format %s (contract §6.6)', (format) => {
  it('have the reviews that the filters select, with links to the console', async () => {
    const id = await webhookOf(format, { filters: { allowed_ratings: [5] } });
    const [good = 0] = await reviews(1);
    const poor = await reviews(1, { rating: 1, text: 'Poor' });
    await appeared([good, ...poor]);
    const body = await bodyOf(id);
    expect(body).toContain(`https://reviews.example.com/console/a/${link.accountId}/reviews/${good}`);
    expect([body.includes('Text of 0'), body.includes('Poor')]).toEqual([true, false]);
    expect(problemsOf(format, JSON.parse(body))).toEqual([]);
    expect(await deliveriesOf(database, id)).toMatchObject([
      { event_type: 'reviews.new', event_id: good, review_count: 1 },
    ]);
  });

  it('have texts also if a run found thousands of reviews, and say how many are not shown', async () => {
    const id = await webhookOf(format);
    await appeared(await reviews(3_000));
    const body = await bodyOf(id);
    expect(body).toMatch(/Text(\\\\)? of(\\\\)? 0/);
    expect(body).toMatch(/\d+ of 3,000 shown/);
    expect(problemsOf(format, JSON.parse(body))).toEqual([]);
  });

  it('say once a day what a daily webhook has collected, and that runs have finished', async () => {
    const daily = await webhookOf(format, { batchWindow: 'daily_3' });
    const runs = await webhookOf(format, { eventTypes: ['scrape.run.finished'] });
    await appeared(await reviews(2));
    await relay(COLLECTION_RUN_FINISHED.name, {
      run_id: 9,
      object_ids: [link.objectId],
      finished_at: '2026-11-20T08:00:00',
    });
    await database.query(
      `update webhook_bucket set flush_at = now() - interval '1 hour', not_before = now() - interval '1 hour'`,
    );
    await harness.daily.flushDue(new AbortController().signal);
    expect(await bodyOf(daily)).toContain('2 new reviews');
    expect(await bodyOf(runs)).toContain('A collection finished at 2026-11-20 08:00 UTC.');
  });

  it('get masked authors', async () => {
    const id = await webhookOf(format);
    const ids = await reviews(2, { author: 'Anna Miller' });
    await appeared(ids);
    expect(await bodyOf(id)).toContain('Anna Miller');
    await database.query(`update review set author = 'Anna M.'`);
    await relay(AUTHORS_MASKED.name, { review_ids: ids });
    const body = await bodyOf(id);
    expect([body.includes('Miller'), body.match(/Anna M\./g)?.length]).toEqual([false, 2]);
  });
});
