import type { Database } from '@libs/database';
import type { EventDefinition, RelayedEvent } from '@libs/events';
import { COLLECTION_RUN_FINISHED, REVIEW_EVENTS, type ReviewFact, type ReviewsEventPayload } from '@src/reviews';
import { namesIn } from '@test/support/contract-text';
import { EVERY_TEXT, everyTextIn, insertReview, insertReviews, type ReviewSeed } from '@test/support/review-factory';
import {
  anAccount,
  aWebhook,
  deliveriesOf,
  deliveryHarness,
  type DeliveryHarness,
  type WebhookSeed,
} from '@test/support/delivery-harness';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

let fixture: StoreFixture;
let database: Database;
let harness: DeliveryHarness;
let link: LinkFixture;
let eventId = 0;

beforeAll(async () => {
  fixture = await storeFixture();
  database = fixture.database;
  harness = await deliveryHarness(database);
});
afterAll(async () => {
  await harness.close();
  await fixture.close();
});
beforeEach(async () => {
  await database.query(
    `truncate account, webhook, webhook_delivery, webhook_past_attempt, webhook_dispatch, webhook_item, webhook_bucket, webhook_past_settings, outbox cascade;
     truncate review, review_raw, link_stat, link_month, link_total`,
  );
  link = await aLink(database);
});

const webhook = (seed: Partial<WebhookSeed> = {}): Promise<number> =>
  aWebhook(database, { accountId: link.accountId, ...seed });

const review = (seed: Partial<ReviewSeed> = {}): Promise<number> =>
  insertReview(database, { ...link, text: 'good', rating: 5, ...seed });

async function createAndRelay<Payload extends object>(
  event: EventDefinition<Payload>,
  payload: Payload,
): Promise<void> {
  await relay(await newEvent(event, payload));
}

/** An event that is not relayed yet. `at`: SQL of its time, by default the current time of the database. */
async function newEvent<Payload extends object>(
  { name }: EventDefinition<Payload>,
  payload: Payload,
  at = 'clock_timestamp()',
): Promise<RelayedEvent<Payload>> {
  eventId += 1;
  const [row] = await database.query<{ createdAt: string }>(
    `select to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt"`,
  );
  return { id: eventId, name, accountId: link.accountId, payload, createdAt: row?.createdAt ?? '', traceparent: null };
}

const relay = (...events: readonly RelayedEvent[]): Promise<void> =>
  database.transaction(async () => {
    const batch = harness.events.beginBatch();
    await batch.take(events);
    await batch.end();
  });

/** Inserts a run of the account with this fact about these reviews. Returns its id. */
async function aRun(fact: string, reviewIds: readonly number[]): Promise<number> {
  const [run] = await database.query<{ id: number }>(
    `insert into run (account_id, cause, finished_at) values ($1, 'manual', now()) returning id`,
    [link.accountId],
  );
  await database.query(`insert into run_fact (run_id, object_id, fact, review_ids) values ($1, $2, $3, $4::bigint[])`, [
    run?.id,
    link.objectId,
    fact,
    reviewIds,
  ]);
  return run?.id ?? 0;
}

/** Inserts a run with this fact about these reviews. Returns its event, which is not relayed yet. */
async function reviewEvent(
  fact: ReviewFact,
  reviewIds: readonly number[],
  at?: string,
): Promise<RelayedEvent<ReviewsEventPayload>> {
  const runId = await aRun(fact, reviewIds);
  const payload = { run_id: runId, object_ids: [link.objectId], review_count: reviewIds.length };
  return newEvent(REVIEW_EVENTS[fact], payload, at);
}

/** Relays the event of a run with this fact about these reviews. Returns the id of the run. */
async function relayFact(fact: ReviewFact, ...reviewIds: readonly number[]): Promise<number> {
  const event = await reviewEvent(fact, reviewIds);
  await relay(event);
  return event.payload.run_id ?? 0;
}

const runFinishedPayload = (runId: number, objectIds: readonly number[] = [link.objectId]) => ({
  run_id: runId,
  object_ids: objectIds,
  finished_at: '2026-11-20T08:00:00',
});

const relayRunFinished = (runId: number, objectIds?: readonly number[]): Promise<void> =>
  createAndRelay(COLLECTION_RUN_FINISHED, runFinishedPayload(runId, objectIds));

interface Body {
  readonly event: string;
  readonly delivery_id: number;
  readonly finished_at?: string;
  readonly summary?: unknown;
  readonly objects?: readonly { readonly object_id: number; readonly reviews: readonly { readonly id: number }[] }[];
}

async function bodiesFor(webhookId: number): Promise<Body[]> {
  return (await deliveriesOf(database, webhookId)).map((row) => JSON.parse(row.body.toString()) as Body);
}

/** The ids of the reviews in each delivery of the webhook. */
async function reviewsSentTo(webhookId: number): Promise<number[][]> {
  return (await bodiesFor(webhookId)).map((body) =>
    (body.objects ?? []).flatMap((object) => object.reviews.map(({ id }) => id)),
  );
}

describe('events of reviews (contract §6.1)', () => {
  it.each<[ReviewFact, string]>([
    ['appeared', 'reviews.new'],
    ['replied', 'replies.new'],
    ['changed', 'reviews.updated'],
    ['deleted', 'reviews.deleted'],
    ['restored', 'reviews.restored'],
  ])('sends the fact %s as %s, in one delivery per run to each subscribed webhook', async (fact, event) => {
    const subscribed = await webhook({ eventTypes: [event] });
    const other = await webhook({ eventTypes: ['scrape.run.finished'] });
    const ids = [await review(), await review()];
    const runId = await relayFact(fact, ...ids);
    const [row, ...more] = await deliveriesOf(database, subscribed);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ event_type: event, run_id: runId, event_id: ids[0], state: 'pending', attempts: 0 });
    const [body] = await bodiesFor(subscribed);
    expect(body).toMatchObject({ event, delivery_id: row?.id, schema_version: '3' });
    expect(await reviewsSentTo(subscribed)).toEqual([ids]);
    expect(await deliveriesOf(database, other)).toEqual([]);
    expect(harness.wakeupsSent).toContain('deliveries-due');
  });

  it('sends every text of a review that the contract names (§6.2)', async () => {
    const id = await webhook({ eventTypes: ['reviews.new'] });
    await relayFact('appeared', await review(EVERY_TEXT));
    const [sent] = (await bodiesFor(id))[0]?.objects?.[0]?.reviews ?? [];
    expect(sent).toMatchObject(everyTextIn(namesIn('6.2', 'Reviews have')));
  });

  it('sends the v2 body to a webhook that was created through v2', async () => {
    const id = await webhook({ schemaVersion: 2 });
    await relayFact('appeared', await review());
    expect((await bodiesFor(id))[0]).toMatchObject({ schema_version: '2', groups: [{ group_id: link.objectId }] });
  });

  it.each<ReviewFact>(['appeared', 'replied'])('sends the fact %s once per review', async (fact) => {
    const id = await webhook({ eventTypes: ['reviews.new', 'replies.new'] });
    const one = await review();
    await relayFact(fact, one);
    await relayFact(fact, one);
    const two = await review();
    await relayFact(fact, one, two);
    expect(await reviewsSentTo(id)).toEqual([[one], [two]]);
  });

  it.each<[ReviewFact, string]>([
    ['changed', 'reviews.updated'],
    ['deleted', 'reviews.deleted'],
    ['restored', 'reviews.restored'],
  ])('sends the fact %s (%s) once per run', async (fact, event) => {
    const id = await webhook({ eventTypes: [event] });
    const one = await review();
    const runId = await relayFact(fact, one);
    await createAndRelay(REVIEW_EVENTS[fact], { run_id: runId, object_ids: [link.objectId], review_count: 1 });
    await relayFact(fact, one);
    expect(await reviewsSentTo(id)).toEqual([[one], [one]]);
  });

  it('sends a reply that the service published outside runs, and not again when a run finds it', async () => {
    const id = await webhook({ eventTypes: ['replies.new'] });
    const one = await review({ replyText: 'Thank you' });
    await createAndRelay(REVIEW_EVENTS.replied, { run_id: null, review_ids: [one], object_ids: [link.objectId] });
    await relayFact('replied', one);
    expect(await reviewsSentTo(id)).toEqual([[one]]);
    expect(await deliveriesOf(database, id)).toMatchObject([{ run_id: null }]);
  });

  it('sends only reviews that match the filters and objects, and creates no delivery if none matches (contract §6.3)', async () => {
    const otherLink = await aLink(database, { accountId: link.accountId });
    const lowRatings = await webhook({ filters: { allowed_ratings: [1, 2] } });
    const oneObject = await webhook({ objectIds: [link.objectId] });
    const unmatched = await webhook({ filters: { allowed_sources: ['unknown'] } });
    const good = await review({ rating: 5 });
    const poor = await review({ rating: 1.5 });
    const unrated = await review({ rating: null });
    const reviewOfOtherObject = await insertReview(database, { ...otherLink, text: 'far', rating: 5 });
    const event = await reviewEvent('appeared', [good, poor, unrated, reviewOfOtherObject]);
    await relay({ ...event, payload: { ...event.payload, object_ids: [link.objectId, otherLink.objectId] } });
    expect([await reviewsSentTo(lowRatings), await reviewsSentTo(oneObject), await reviewsSentTo(unmatched)]).toEqual([
      [[poor]],
      [[good, poor]],
      [],
    ]);
  });

  it('sends no events to webhooks of other accounts', async () => {
    const otherAccountId = await anAccount(database);
    const id = await aWebhook(database, { accountId: otherAccountId });
    await relayFact('appeared', await review());
    expect(await deliveriesOf(database, id)).toEqual([]);
  });

  it('creates no delivery if the transaction is rolled back', async () => {
    const id = await webhook();
    const one = await review();
    const event = await reviewEvent('appeared', [one]);
    const attempt = database.transaction(async () => {
      await relay(event);
      throw new Error('crash');
    });
    await expect(attempt).rejects.toThrow('crash');
    for (const table of ['webhook_delivery', 'webhook_item', 'webhook_dispatch']) {
      expect(await database.query(`select 1 from ${table}`)).toEqual([]);
    }
    expect(await deliveriesOf(database, id)).toEqual([]);
  });

  it('sends a first collection of thousands of reviews as one truncated delivery (contract §6.2)', async () => {
    const id = await webhook();
    const ids = await insertReviews(
      database,
      Array.from({ length: 3_000 }, () => ({ ...link, text: 'x'.repeat(100), rating: 4 })),
    );
    await relayFact('appeared', ...ids);
    const [body] = await bodiesFor(id);
    expect(body).toMatchObject({ truncated: true, summary: { review_count: 3_000, average_rating: 4 } });
    expect(body?.objects).toEqual([{ object_id: link.objectId, name: 'Object', review_count: 3_000 }]);
  });
});

describe('events that are relayed after a change are matched with the settings at their time (contract §6.1)', () => {
  /** Creates an event, makes a change, then relays the event. Returns the number of deliveries. */
  async function deliveriesAfter(seed: Partial<WebhookSeed>, change: string): Promise<number> {
    const id = await webhook(seed);
    const event = await reviewEvent('appeared', [await review({ rating: 5 })]);
    await database.query(change);
    await relay(event);
    return (await deliveriesOf(database, id)).length;
  }

  const paused = { isActive: false };
  it.each<[string, number, Partial<WebhookSeed>, string]>([
    ['the object is disabled', 1, {}, 'update tracked_object set is_active = false'],
    ['the link is disabled', 1, {}, 'update link set is_active = false'],
    ['the webhook is paused', 1, {}, 'update webhook set is_active = false'],
    ['the webhook is resumed', 0, paused, 'update webhook set is_active = true'],
    [
      'the webhook is resumed and paused again',
      0,
      paused,
      'update webhook set is_active = true; update webhook set is_active = false',
    ],
    ['the new filters do not match the event', 1, {}, `update webhook set filters = '{"allowed_ratings":[1]}'`],
    [
      'only the new filters match the event',
      0,
      { filters: { allowed_ratings: [1] } },
      `update webhook set filters = '{}'`,
    ],
    ['the new objects do not match the event', 1, {}, `update webhook set object_ids = '{999}'`],
    ['only the new objects match the event', 0, { objectIds: [999] }, 'update webhook set object_ids = null'],
    ['the new event types do not match the event', 1, {}, `update webhook set event_types = '{replies.new}'`],
    [
      'only the new event types match the event',
      0,
      { eventTypes: ['replies.new'] },
      `update webhook set event_types = '{reviews.new}'`,
    ],
    ['the webhook becomes a daily one', 1, {}, `update webhook set bucket_window = 'daily_3'`],
    ['the target changes', 1, {}, `update webhook set target = 'http://127.0.0.1:8/'`],
    ['a failure is counted', 1, {}, 'update webhook set failure_count = failure_count + 1'],
    ['the object is deleted', 0, {}, 'update tracked_object set deleted_at = now()'],
    ['the link is deleted', 0, {}, 'update link set deleted_at = now()'],
    ['the webhook is deleted', 0, {}, 'delete from webhook'],
  ])('if %s after a review event, the event has %i deliveries', async (_, deliveries, seed, change) => {
    expect(await deliveriesAfter(seed, change)).toBe(deliveries);
  });

  it('sends no event to a webhook that is created afterwards', async () => {
    const event = await reviewEvent('appeared', [await review()]);
    const id = await webhook();
    await relay(event);
    expect(await deliveriesOf(database, id)).toEqual([]);
  });

  it('matches each event with the settings at its time, also if several events are relayed together', async () => {
    const id = await webhook();
    const reviews = [await review({ rating: 5 }), await review({ rating: 5 }), await review({ rating: 5 })];
    const events: RelayedEvent[] = [];
    for (const [index, change] of ['is_active = false', 'is_active = true', `filters = '{}'`].entries()) {
      events.push(await reviewEvent('appeared', [reviews[index] ?? 0]));
      await database.query(`update webhook set ${change}`);
    }
    await relay(...events);
    expect(await reviewsSentTo(id)).toEqual([[reviews[0]], [reviews[2]]]);
  });

  it('does not send reviews of an object that is not in the event, because it was disabled', async () => {
    const id = await webhook();
    const event = await reviewEvent('appeared', [await review()]);
    await relay({ ...event, payload: { ...event.payload, object_ids: [] } });
    expect(await deliveriesOf(database, id)).toEqual([]);
  });

  it('does not send events from the time of a pause, even after the webhook is resumed (contract §6.1)', async () => {
    const id = await webhook({ isActive: false });
    await relayFact('appeared', await review());
    await database.query('update webhook set is_active = true');
    expect(await deliveriesOf(database, id)).toEqual([]);
    expect(await database.query('select 1 from webhook_item')).toEqual([]);
  });

  it.each<[string, number, Partial<WebhookSeed>, string]>([
    ['the webhook is paused', 1, {}, 'update webhook set is_active = false'],
    ['the webhook is resumed', 0, paused, 'update webhook set is_active = true'],
    ['the object is disabled', 1, {}, 'update tracked_object set is_active = false'],
    ['the object is deleted', 0, {}, 'update tracked_object set deleted_at = now()'],
  ])('if %s after the end of a run, the event has %i deliveries', async (_, deliveries, seed, change) => {
    const id = await webhook({ eventTypes: ['scrape.run.finished'], ...seed });
    const event = await newEvent(COLLECTION_RUN_FINISHED, runFinishedPayload(await aRun('appeared', [])));
    await database.query(change);
    await relay(event);
    expect(await deliveriesOf(database, id)).toHaveLength(deliveries);
  });

  it('keeps earlier settings of a webhook for 30 days', async () => {
    await webhook();
    await database.query(`update webhook set filters = '{"has_text":true}'`);
    await database.query(`update webhook set filters = '{}'`);
    await database.query(
      `update webhook_past_settings set valid_until = now() - interval '31 days'
       where valid_until = (select min(valid_until) from webhook_past_settings)`,
    );
    expect(await harness.purge.run(new AbortController().signal)).toBe(1);
    expect(await database.query('select filters from webhook_past_settings')).toEqual([
      { filters: { has_text: true } },
    ]);
  });
});

describe('deliveries to an account in a trial (contract §6.1)', () => {
  const VISIBLE_REVIEWS = 20;
  const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T10:00:00`;
  const startTrial = (): Promise<unknown> => database.query(`update account set plan = 'trial'`);

  it('contain and count only visible reviews', async () => {
    await startTrial();
    const id = await webhook({ eventTypes: ['reviews.new', 'reviews.deleted'] });
    const ids: number[] = [];
    for (let number = 1; number <= VISIBLE_REVIEWS + 3; number += 1) {
      ids.push(await review({ reviewDate: day(number), rating: number <= 3 ? 1 : 4 }));
    }
    await relayFact('appeared', ...ids);
    expect(await reviewsSentTo(id)).toEqual([ids.slice(3)]);
    const [body] = await bodiesFor(id);
    expect(body).toMatchObject({
      summary: { review_count: VISIBLE_REVIEWS, average_rating: 4, negative_rating_count: 0 },
    });
    // Undated reviews are never among the latest.
    await relayFact('appeared', await review({ reviewDate: null }));
    expect(await reviewsSentTo(id)).toHaveLength(1);
  });

  it('are limited by the plan at the time of rendering', async () => {
    const id = await webhook();
    const ids: number[] = [];
    for (let number = 1; number <= VISIBLE_REVIEWS + 1; number += 1)
      ids.push(await review({ reviewDate: day(number) }));
    const event = await reviewEvent('appeared', ids);
    await startTrial();
    await relay(event);
    expect(await reviewsSentTo(id)).toEqual([ids.slice(1)]);
  });

  it('are limited in daily batches too', async () => {
    await startTrial();
    const id = await webhook({ batchWindow: 'daily_0' });
    const old = await review({ reviewDate: day(1) });
    await relayFact('appeared', old);
    const newer: number[] = [];
    for (let number = 2; number <= VISIBLE_REVIEWS + 1; number += 1)
      newer.push(await review({ reviewDate: day(number) }));
    await relayFact('appeared', ...newer);
    await database.query(`update webhook_bucket set not_before = clock_timestamp() - interval '1 second'`);
    await harness.daily.flushDue(new AbortController().signal);
    expect(await reviewsSentTo(id)).toEqual([newer]);
  });
});

describe('scrape.run.finished (contract §6.1, §10)', () => {
  it('is sent once per run to each subscribed webhook with an object in the run, regardless of its filters', async () => {
    const all = await webhook({ eventTypes: ['scrape.run.finished'], filters: { allowed_sources: ['unknown'] } });
    const included = await webhook({ eventTypes: ['scrape.run.finished'], objectIds: [link.objectId, 999] });
    const excluded = await webhook({ eventTypes: ['scrape.run.finished'], objectIds: [999] });
    const runId = await aRun('appeared', []);
    await relayRunFinished(runId);
    await relayRunFinished(runId);
    expect(await bodiesFor(all)).toMatchObject([{ event: 'scrape.run.finished', finished_at: '2026-11-20T08:00:00' }]);
    expect(await deliveriesOf(database, included)).toMatchObject([{ event_id: 0, run_id: runId }]);
    expect(await deliveriesOf(database, excluded)).toEqual([]);
  });

  it('stores the number of reviews, the objects and the sources of a delivery, and none for the end of a run', async () => {
    const webhookId = await webhook({ eventTypes: ['reviews.new', 'scrape.run.finished'] });
    const reviewIds = await insertReviews(database, [
      { ...link, rating: 5 },
      { ...link, rating: 4 },
    ]);
    const other = await aLink(database, { ...link, sourceId: 9 });
    const [ofOther] = await insertReviews(database, [{ ...other, rating: 3 }]);
    await relayRunFinished(await relayFact('appeared', ...reviewIds, ofOther ?? 0));
    const rows = await database.query(
      `select event_type, review_count, object_ids::text as objects, source_ids::text as sources from webhook_delivery
       where webhook_id = $1 order by id`,
      [webhookId],
    );
    expect(rows).toEqual([
      { event_type: 'reviews.new', review_count: 3, objects: `{${link.objectId}}`, sources: `{${link.sourceId},9}` },
      { event_type: 'scrape.run.finished', review_count: null, objects: null, sources: null },
    ]);
  });

  it('is not sent for a run without objects of the webhook', async () => {
    const all = await webhook({ eventTypes: ['scrape.run.finished'] });
    await relayRunFinished(await aRun('appeared', []), []);
    expect(await deliveriesOf(database, all)).toEqual([]);
  });
});

describe('daily batches (contract §6.1: one delivery per day at an hour of UTC)', () => {
  const flush = (): Promise<number> => harness.daily.flushDue(new AbortController().signal);
  /** Makes all batches due. */
  const makeBatchesDue = (): Promise<unknown> =>
    database.query(`update webhook_bucket set not_before = clock_timestamp() - interval '1 second'`);

  it('contain the runs of a day, each review once, and are flushed at the hour by the clock of the database', async () => {
    const id = await webhook({ batchWindow: 'daily_9', eventTypes: ['reviews.new', 'scrape.run.finished'] });
    const one = await review();
    const two = await review();
    await relayRunFinished(await relayFact('appeared', one));
    await relayRunFinished(await relayFact('appeared', one, two));
    expect(await deliveriesOf(database, id)).toEqual([]);
    expect(await flush()).toBe(0);
    const hours = await database.query<{ hour: number; minute: number }>(
      `select distinct extract(hour from flush_at at time zone 'UTC') as hour, extract(minute from flush_at) as minute,
         flush_at > clock_timestamp() and flush_at <= clock_timestamp() + interval '24 hours' as "isNext" from webhook_bucket`,
    );
    expect(hours).toEqual([{ hour: 9, minute: 0, isNext: true }]);
    await makeBatchesDue();
    expect(await flush()).toBe(2);
    const bodies = await bodiesFor(id);
    expect(bodies.map((body) => body.event).sort()).toEqual(['reviews.new', 'scrape.run.finished']);
    expect((await reviewsSentTo(id)).filter((ids) => ids.length > 0)).toEqual([[one, two]]);
    expect(await flush()).toBe(0);
  });

  it('contain the events from before their flush time, even if the events are relayed late', async () => {
    const id = await webhook({ batchWindow: 'daily_9' });
    await database.query(`update webhook set created_at = now() - interval '9 days'`);
    const at = (time: string): string => `(current_date - 2 + time '${time}') at time zone 'UTC'`;
    const [before, after] = [await review(), await review()];
    await relay(await reviewEvent('appeared', [before], at('08:59:59.999999')));
    await relay(await reviewEvent('appeared', [after], at('09:00')));
    expect(await flush()).toBe(2);
    expect(await reviewsSentTo(id)).toEqual([[before], [after]]);
    const batches = await database.query(
      `select flush_at = (current_date - 2 + time '09:00') at time zone 'UTC' as "isFirst" from webhook_bucket order by flush_at`,
    );
    expect(batches).toEqual([{ isFirst: true }, { isFirst: false }]);
  });

  it('contain a late event in the batch of the next day if its own batch was already flushed', async () => {
    const id = await webhook({ batchWindow: 'daily_9', eventTypes: ['reviews.new', 'scrape.run.finished'] });
    await database.query(`update webhook set created_at = now() - interval '9 days'`);
    const earlier = `(current_date - 3 + time '08:00') at time zone 'UTC'`;
    const [one, late] = [await review(), await review()];
    const runFinished = await newEvent(
      COLLECTION_RUN_FINISHED,
      runFinishedPayload(await aRun('appeared', [])),
      earlier,
    );
    await relay(await reviewEvent('appeared', [one], earlier), runFinished);
    expect(await flush()).toBe(2);
    await relay(await reviewEvent('appeared', [late], earlier), runFinished);
    const days = await database.query(
      `select event_type, (flush_at at time zone 'UTC')::date - current_date as day from webhook_bucket
       where not_before < 'infinity' order by 1`,
    );
    expect(days).toEqual([
      { event_type: 'reviews.new', day: -2 },
      { event_type: 'scrape.run.finished', day: -2 },
    ]);
    expect(await flush()).toBe(2);
    expect((await reviewsSentTo(id)).filter((ids) => ids.length > 0)).toEqual([[one], [late]]);
  });

  it('wait for earlier events that are not relayed yet, up to a limit', async () => {
    await webhook({ batchWindow: 'daily_9' });
    await relayFact('appeared', await review());
    await database.query(`update webhook_bucket set flush_at = clock_timestamp(), not_before = clock_timestamp()`);
    const insertEvent = (accountId: number, age: string): Promise<unknown> =>
      database.query(
        `insert into outbox (account_id, event, payload, created_at)
         values ($1, $3, '{}', clock_timestamp() - $2::interval)`,
        [accountId, age, REVIEW_EVENTS.appeared.name],
      );
    await insertEvent(link.accountId, '2 seconds');
    expect(await flush()).toBe(0);
    await database.query('truncate outbox');
    await insertEvent(link.accountId, '-1 hour');
    await insertEvent(await anAccount(database), '2 seconds');
    expect(await flush()).toBe(1);
    await database.query(
      `truncate outbox; update webhook_bucket set flush_at = clock_timestamp() - interval '61 seconds', not_before = flush_at`,
    );
    await insertEvent(link.accountId, '2 minutes');
    expect(await flush()).toBe(1);
  });

  it('are removed 30 days after they were flushed', async () => {
    await webhook({ batchWindow: 'daily_9' });
    await relayFact('appeared', await review());
    await makeBatchesDue();
    await flush();
    expect(await harness.purge.run(new AbortController().signal)).toBe(0);
    await database.query(`update webhook_bucket set flush_at = flush_at - interval '31 days'`);
    expect(await harness.purge.run(new AbortController().signal)).toBe(1);
    expect(await database.query('select from webhook_bucket')).toEqual([]);
  });

  it('omit reviews that were deleted before the flush, and are not sent if no review remains', async () => {
    const id = await webhook({ batchWindow: 'daily_0' });
    await relayFact('appeared', await review());
    await database.query(`update tracked_object set deleted_at = now()`);
    await makeBatchesDue();
    expect(await flush()).toBe(1);
    expect(await deliveriesOf(database, id)).toEqual([]);
  });

  it('contain reviews whose object or link was disabled before the flush (contract §6.1)', async () => {
    const id = await webhook({ batchWindow: 'daily_0' });
    const one = await review();
    await relayFact('appeared', one);
    await database.query('update tracked_object set is_active = false; update link set is_active = false');
    await makeBatchesDue();
    expect(await flush()).toBe(1);
    expect(await reviewsSentTo(id)).toEqual([[one]]);
  });

  it('wait while the webhook is paused, without delaying other batches', async () => {
    const paused = await webhook({ batchWindow: 'daily_1' });
    const good = await webhook({ batchWindow: 'daily_2' });
    await relayFact('appeared', await review());
    await database.query('update webhook set is_active = false where id = $1', [paused]);
    await makeBatchesDue();
    expect(await flush()).toBe(1);
    expect([await deliveriesOf(database, paused), await reviewsSentTo(good)]).toMatchObject([
      [],
      [[expect.any(Number)]],
    ]);
    await database.query('update webhook set is_active = true');
    expect(await flush()).toBe(1);
    expect(await reviewsSentTo(paused)).toHaveLength(1);
  });

  it('are flushed once by two processes', async () => {
    const id = await webhook({ batchWindow: 'daily_3' });
    await relayFact('appeared', await review());
    await makeBatchesDue();
    const other = await deliveryHarness({ databaseUrl: fixture.url });
    await Promise.all([flush(), other.daily.flushDue(new AbortController().signal)]);
    expect(await deliveriesOf(database, id)).toHaveLength(1);
    await other.close();
  });
});
