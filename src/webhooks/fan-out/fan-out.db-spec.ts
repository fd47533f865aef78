import type { Database } from '@libs/database';
import type { EventDefinition, RelayedEvent } from '@libs/events';
import { COLLECTION_RUN_FINISHED, REVIEW_EVENTS, type ReviewFact, type ReviewsEventPayload } from '@src/reviews';
import { insertReview, insertReviews, type ReviewSeed } from '@test/support/review-factory';
import {
  anAccount,
  aWebhook,
  deliveriesOf,
  deliveryWorld,
  type DeliveryWorld,
  type WebhookSeed,
} from '@test/support/delivery-world';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

let fixture: StoreFixture;
let database: Database;
let world: DeliveryWorld;
let link: LinkFixture;
let eventId = 0;

beforeAll(async () => {
  fixture = await storeFixture();
  database = fixture.database;
  world = await deliveryWorld(database);
});
afterAll(async () => {
  await world.close();
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

async function relayNow<Payload extends object>(event: EventDefinition<Payload>, payload: Payload): Promise<void> {
  await relay(await happens(event, payload));
}

/** An event that happened now, or at another time by the database's clock, and is not relayed yet. */
async function happens<Payload extends object>(
  { name }: EventDefinition<Payload>,
  payload: Payload,
  at = 'clock_timestamp()',
): Promise<RelayedEvent<Payload>> {
  eventId += 1;
  const [row] = await database.query<{ createdAt: string }>(
    `select to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt"`,
  );
  return { id: eventId, name, accountId: link.accountId, payload, createdAt: row?.createdAt ?? '' };
}

const relay = (...events: readonly RelayedEvent[]): Promise<void> =>
  database.transaction(async () => {
    const batch = world.events.beginBatch();
    for (const event of events) await batch.take(event);
    await batch.end();
  });

/** A run of the account with this fact about these reviews. */
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

/** The event of a run with this fact about these reviews, not relayed yet. */
async function endOfRun(
  fact: ReviewFact,
  reviewIds: readonly number[],
  at?: string,
): Promise<RelayedEvent<ReviewsEventPayload>> {
  const runId = await aRun(fact, reviewIds);
  const payload = { run_id: runId, object_ids: [link.objectId], review_count: reviewIds.length };
  return happens(REVIEW_EVENTS[fact], payload, at);
}

async function found(fact: ReviewFact, ...reviewIds: readonly number[]): Promise<number> {
  const event = await endOfRun(fact, reviewIds);
  await relay(event);
  return event.payload.run_id ?? 0;
}

const finish = (runId: number, objectIds: readonly number[] = [link.objectId]) => ({
  run_id: runId,
  object_ids: objectIds,
  finished_at: '2026-11-20T08:00:00',
});

const finished = (runId: number, objectIds?: readonly number[]): Promise<void> =>
  relayNow(COLLECTION_RUN_FINISHED, finish(runId, objectIds));

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

/** Ids of reviews in each delivery of the webhook. */
async function sentTo(webhookId: number): Promise<number[][]> {
  return (await bodiesFor(webhookId)).map((body) =>
    (body.objects ?? []).flatMap((object) => object.reviews.map(({ id }) => id)),
  );
}

describe('events of reviews (§6.1)', () => {
  it.each<[ReviewFact, string]>([
    ['appeared', 'reviews.new'],
    ['replied', 'replies.new'],
    ['changed', 'reviews.updated'],
    ['deleted', 'reviews.deleted'],
    ['restored', 'reviews.restored'],
  ])('%s is sent as %s, in one delivery per run to each subscribed webhook', async (fact, event) => {
    const subscribed = await webhook({ eventTypes: [event] });
    const other = await webhook({ eventTypes: ['scrape.run.finished'] });
    const ids = [await review(), await review()];
    const runId = await found(fact, ...ids);
    const [row, ...more] = await deliveriesOf(database, subscribed);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ event_type: event, run_id: runId, event_id: ids[0], state: 'pending', attempts: 0 });
    const [body] = await bodiesFor(subscribed);
    expect(body).toMatchObject({ event, delivery_id: row?.id, schema_version: '3' });
    expect(await sentTo(subscribed)).toEqual([ids]);
    expect(await deliveriesOf(database, other)).toEqual([]);
    expect(world.wakeupsSent).toContain('deliveries-due');
  });

  it('a webhook that was created through v2 receives the v2 body', async () => {
    const id = await webhook({ schemaVersion: 2 });
    await found('appeared', await review());
    expect((await bodiesFor(id))[0]).toMatchObject({ schema_version: '2', groups: [{ group_id: link.objectId }] });
  });

  it.each<ReviewFact>(['appeared', 'replied'])('%s is sent once per review', async (fact) => {
    const id = await webhook({ eventTypes: ['reviews.new', 'replies.new'] });
    const one = await review();
    await found(fact, one);
    await found(fact, one);
    const two = await review();
    await found(fact, one, two);
    expect(await sentTo(id)).toEqual([[one], [two]]);
  });

  it.each<[ReviewFact, string]>([
    ['changed', 'reviews.updated'],
    ['deleted', 'reviews.deleted'],
    ['restored', 'reviews.restored'],
  ])('%s is sent once per run', async (fact, event) => {
    const id = await webhook({ eventTypes: [event] });
    const one = await review();
    const runId = await found(fact, one);
    await relayNow(REVIEW_EVENTS[fact], { run_id: runId, object_ids: [link.objectId], review_count: 1 });
    await found(fact, one);
    expect(await sentTo(id)).toEqual([[one], [one]]);
  });

  it('a reply that the service published is delivered outside runs, and not again when a run sees it', async () => {
    const id = await webhook({ eventTypes: ['replies.new'] });
    const one = await review({ replyText: 'Thank you' });
    await relayNow(REVIEW_EVENTS.replied, { run_id: null, review_ids: [one], object_ids: [link.objectId] });
    await found('replied', one);
    expect(await sentTo(id)).toEqual([[one]]);
    expect(await deliveriesOf(database, id)).toMatchObject([{ run_id: null }]);
  });

  it('sends only reviews that match the filters and objects, and no delivery where none matches (§6.3)', async () => {
    const elsewhere = await aLink(database, { accountId: link.accountId });
    const bad = await webhook({ filters: { allowed_ratings: [1, 2] } });
    const here = await webhook({ objectIds: [link.objectId] });
    const nowhere = await webhook({ filters: { allowed_sources: ['nobody'] } });
    const good = await review({ rating: 5 });
    const poor = await review({ rating: 1.5 });
    const unrated = await review({ rating: null });
    const there = await insertReview(database, { ...elsewhere, text: 'far', rating: 5 });
    const event = await endOfRun('appeared', [good, poor, unrated, there]);
    await relay({ ...event, payload: { ...event.payload, object_ids: [link.objectId, elsewhere.objectId] } });
    expect([await sentTo(bad), await sentTo(here), await sentTo(nowhere)]).toEqual([[[poor]], [[good, poor]], []]);
  });

  it('webhooks of other accounts receive nothing', async () => {
    const stranger = await anAccount(database);
    const id = await aWebhook(database, { accountId: stranger });
    await found('appeared', await review());
    expect(await deliveriesOf(database, id)).toEqual([]);
  });

  it('a rollback leaves no delivery', async () => {
    const id = await webhook();
    const one = await review();
    const event = await endOfRun('appeared', [one]);
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

  it('a first collection of thousands is one delivery without details (§6.2, truncated)', async () => {
    const id = await webhook();
    const ids = await insertReviews(
      database,
      Array.from({ length: 3_000 }, () => ({ ...link, text: 'x'.repeat(100), rating: 4 })),
    );
    await found('appeared', ...ids);
    const [body] = await bodiesFor(id);
    expect(body).toMatchObject({ truncated: true, summary: { review_count: 3_000, average_rating: 4 } });
    expect(body?.objects).toEqual([{ object_id: link.objectId, name: 'Object', review_count: 3_000 }]);
  });
});

describe('events are matched with the settings at the time they happened, however late they are relayed (contract §6.1)', () => {
  /** Ends a run, makes a change, then relays the event. Returns the number of deliveries. */
  async function changedBetween(seed: Partial<WebhookSeed>, change: string): Promise<number> {
    const id = await webhook(seed);
    const event = await endOfRun('appeared', [await review({ rating: 5 })]);
    await database.query(change);
    await relay(event);
    return (await deliveriesOf(database, id)).length;
  }

  const paused = { isActive: false };
  it.each<[string, Partial<WebhookSeed>, string, number]>([
    ['the object is disabled', {}, 'update tracked_object set is_active = false', 1],
    ['the link is disabled', {}, 'update link set is_active = false', 1],
    ['the webhook is paused', {}, 'update webhook set is_active = false', 1],
    ['the webhook is resumed', paused, 'update webhook set is_active = true', 0],
    [
      'it is resumed and paused',
      paused,
      'update webhook set is_active = true; update webhook set is_active = false',
      0,
    ],
    ['its new filters would not match the event', {}, `update webhook set filters = '{"allowed_ratings":[1]}'`, 1],
    [
      'its new filters would match the event',
      { filters: { allowed_ratings: [1] } },
      `update webhook set filters = '{}'`,
      0,
    ],
    ['its new objects would not match the event', {}, `update webhook set object_ids = '{999}'`, 1],
    ['its new objects would match the event', { objectIds: [999] }, 'update webhook set object_ids = null', 0],
    ['its new types would not match the event', {}, `update webhook set event_types = '{replies.new}'`, 1],
    [
      'its new types would match the event',
      { eventTypes: ['replies.new'] },
      `update webhook set event_types = '{reviews.new}'`,
      0,
    ],
    ['it becomes a daily webhook', {}, `update webhook set bucket_window = 'daily_3'`, 1],
    ['its target changes', {}, `update webhook set target = 'http://127.0.0.1:8/'`, 1],
    ['its failures are counted', {}, 'update webhook set failure_count = failure_count + 1', 1],
    ['the object is deleted', {}, 'update tracked_object set deleted_at = now()', 0],
    ['the link is deleted', {}, 'update link set deleted_at = now()', 0],
    ['the webhook is deleted', {}, 'delete from webhook', 0],
  ])('a review event, where %s afterwards', async (_, seed, change, deliveries) => {
    expect(await changedBetween(seed, change)).toBe(deliveries);
  });

  it('a webhook that is created afterwards receives nothing', async () => {
    const event = await endOfRun('appeared', [await review()]);
    const id = await webhook();
    await relay(event);
    expect(await deliveriesOf(database, id)).toEqual([]);
  });

  it('each event is matched with the settings at its time, also where several are relayed together', async () => {
    const id = await webhook();
    const reviews = [await review({ rating: 5 }), await review({ rating: 5 }), await review({ rating: 5 })];
    const events: RelayedEvent[] = [];
    for (const [index, change] of ['is_active = false', 'is_active = true', `filters = '{}'`].entries()) {
      events.push(await endOfRun('appeared', [reviews[index] ?? 0]));
      await database.query(`update webhook set ${change}`);
    }
    await relay(...events);
    expect(await sentTo(id)).toEqual([[reviews[0]], [reviews[2]]]);
  });

  it('reviews of an object that the event does not name are not sent: it was disabled', async () => {
    const id = await webhook();
    const event = await endOfRun('appeared', [await review()]);
    await relay({ ...event, payload: { ...event.payload, object_ids: [] } });
    expect(await deliveriesOf(database, id)).toEqual([]);
  });

  it('a paused webhook receives no event of that time, even after it is resumed (contract §6.1)', async () => {
    const id = await webhook({ isActive: false });
    await found('appeared', await review());
    await database.query('update webhook set is_active = true');
    expect(await deliveriesOf(database, id)).toEqual([]);
    expect(await database.query('select 1 from webhook_item')).toEqual([]);
  });

  it.each<[string, Partial<WebhookSeed>, string, number]>([
    ['the webhook is paused', {}, 'update webhook set is_active = false', 1],
    ['the webhook is resumed', paused, 'update webhook set is_active = true', 0],
    ['the object is disabled', {}, 'update tracked_object set is_active = false', 1],
    ['the object is deleted', {}, 'update tracked_object set deleted_at = now()', 0],
  ])('the end of a run, where %s afterwards', async (_, seed, change, deliveries) => {
    const id = await webhook({ eventTypes: ['scrape.run.finished'], ...seed });
    const event = await happens(COLLECTION_RUN_FINISHED, finish(await aRun('appeared', [])));
    await database.query(change);
    await relay(event);
    expect(await deliveriesOf(database, id)).toHaveLength(deliveries);
  });

  it('earlier settings of a webhook are kept for 30 days', async () => {
    await webhook();
    await database.query(`update webhook set filters = '{"has_text":true}'`);
    await database.query(`update webhook set filters = '{}'`);
    await database.query(
      `update webhook_past_settings set valid_until = now() - interval '31 days'
       where valid_until = (select min(valid_until) from webhook_past_settings)`,
    );
    expect(await world.purge.run(new AbortController().signal)).toBe(1);
    expect(await database.query('select filters from webhook_past_settings')).toEqual([
      { filters: { has_text: true } },
    ]);
  });
});

describe('deliveries of a trial contain the latest reviews only (contract §6.1)', () => {
  const CUT = 20;
  const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T10:00:00`;
  const trial = (): Promise<unknown> => database.query(`update account set plan = 'trial'`);

  it('contains and counts only visible reviews, also in a truncated body', async () => {
    await trial();
    const id = await webhook({ eventTypes: ['reviews.new', 'reviews.deleted'] });
    const ids: number[] = [];
    for (let number = 1; number <= CUT + 3; number += 1) {
      ids.push(await review({ reviewDate: day(number), rating: number <= 3 ? 1 : 4 }));
    }
    await found('appeared', ...ids);
    expect(await sentTo(id)).toEqual([ids.slice(3)]);
    const [body] = await bodiesFor(id);
    expect(body).toMatchObject({ summary: { review_count: CUT, average_rating: 4, negative_rating_count: 0 } });
    // Undated reviews are never among the latest.
    await found('appeared', await review({ reviewDate: null }));
    expect(await sentTo(id)).toHaveLength(1);
  });

  it('applies the plan at the time of rendering', async () => {
    const id = await webhook();
    const ids: number[] = [];
    for (let number = 1; number <= CUT + 1; number += 1) ids.push(await review({ reviewDate: day(number) }));
    const event = await endOfRun('appeared', ids);
    await trial();
    await relay(event);
    expect(await sentTo(id)).toEqual([ids.slice(1)]);
  });

  it('applies to daily batches', async () => {
    await trial();
    const id = await webhook({ bucketWindow: 'daily_0' });
    const old = await review({ reviewDate: day(1) });
    await found('appeared', old);
    const newer: number[] = [];
    for (let number = 2; number <= CUT + 1; number += 1) newer.push(await review({ reviewDate: day(number) }));
    await found('appeared', ...newer);
    await database.query(`update webhook_bucket set not_before = clock_timestamp() - interval '1 second'`);
    await world.daily.flushDue(new AbortController().signal);
    expect(await sentTo(id)).toEqual([newer]);
  });
});

describe('scrape.run.finished (§6.1, contract §10)', () => {
  it('is delivered once per run to each subscribed webhook with an object in the run, with any filters', async () => {
    const all = await webhook({ eventTypes: ['scrape.run.finished'], filters: { allowed_sources: ['nobody'] } });
    const here = await webhook({ eventTypes: ['scrape.run.finished'], objectIds: [link.objectId, 999] });
    const elsewhere = await webhook({ eventTypes: ['scrape.run.finished'], objectIds: [999] });
    const runId = await aRun('appeared', []);
    await finished(runId);
    await finished(runId);
    expect(await bodiesFor(all)).toMatchObject([{ event: 'scrape.run.finished', finished_at: '2026-11-20T08:00:00' }]);
    expect(await deliveriesOf(database, here)).toMatchObject([{ event_id: 0, run_id: runId }]);
    expect(await deliveriesOf(database, elsewhere)).toEqual([]);
  });

  it('creates no delivery for a run without its objects', async () => {
    const all = await webhook({ eventTypes: ['scrape.run.finished'] });
    await finished(await aRun('appeared', []), []);
    expect(await deliveriesOf(database, all)).toEqual([]);
  });
});

describe('daily windows (§6.1: one delivery per day at an hour of UTC)', () => {
  const flush = (): Promise<number> => world.daily.flushDue(new AbortController().signal);
  const hourComes = (): Promise<unknown> =>
    database.query(`update webhook_bucket set not_before = clock_timestamp() - interval '1 second'`);

  it('collects the runs of a day and flushes them at the hour of the database clock, each review once', async () => {
    const id = await webhook({ bucketWindow: 'daily_9', eventTypes: ['reviews.new', 'scrape.run.finished'] });
    const one = await review();
    const two = await review();
    await finished(await found('appeared', one));
    await finished(await found('appeared', one, two));
    expect(await deliveriesOf(database, id)).toEqual([]);
    expect(await flush()).toBe(0);
    const hours = await database.query<{ hour: number; minute: number }>(
      `select distinct extract(hour from flush_at at time zone 'UTC') as hour, extract(minute from flush_at) as minute,
         flush_at > clock_timestamp() and flush_at <= clock_timestamp() + interval '24 hours' as "isNext" from webhook_bucket`,
    );
    expect(hours).toEqual([{ hour: 9, minute: 0, isNext: true }]);
    await hourComes();
    expect(await flush()).toBe(2);
    const bodies = await bodiesFor(id);
    expect(bodies.map((body) => body.event).sort()).toEqual(['reviews.new', 'scrape.run.finished']);
    expect((await sentTo(id)).filter((ids) => ids.length > 0)).toEqual([[one, two]]);
    expect(await flush()).toBe(0);
  });

  it('an event is added to the batch of its time, also where it is relayed late', async () => {
    const id = await webhook({ bucketWindow: 'daily_9' });
    await database.query(`update webhook set created_at = now() - interval '9 days'`);
    const at = (time: string): string => `(current_date - 2 + time '${time}') at time zone 'UTC'`;
    const [before, after] = [await review(), await review()];
    await relay(await endOfRun('appeared', [before], at('08:59:59.999999')));
    await relay(await endOfRun('appeared', [after], at('09:00')));
    expect(await flush()).toBe(2);
    expect(await sentTo(id)).toEqual([[before], [after]]);
    const left = await database.query(
      `select flush_at = (current_date - 2 + time '09:00') at time zone 'UTC' as "isFirst" from webhook_bucket order by flush_at`,
    );
    expect(left).toEqual([{ isFirst: true }, { isFirst: false }]);
  });

  it('where the batch of its time was flushed, an event is added to the next: one per day', async () => {
    const id = await webhook({ bucketWindow: 'daily_9', eventTypes: ['reviews.new', 'scrape.run.finished'] });
    await database.query(`update webhook set created_at = now() - interval '9 days'`);
    const earlier = `(current_date - 3 + time '08:00') at time zone 'UTC'`;
    const [one, late] = [await review(), await review()];
    const end = await happens(COLLECTION_RUN_FINISHED, finish(await aRun('appeared', [])), earlier);
    await relay(await endOfRun('appeared', [one], earlier), end);
    expect(await flush()).toBe(2);
    await relay(await endOfRun('appeared', [late], earlier), end);
    const days = await database.query(
      `select event_type, (flush_at at time zone 'UTC')::date - current_date as day from webhook_bucket
       where not_before < 'infinity' order by 1`,
    );
    expect(days).toEqual([
      { event_type: 'reviews.new', day: -2 },
      { event_type: 'scrape.run.finished', day: -2 },
    ]);
    expect(await flush()).toBe(2);
    expect((await sentTo(id)).filter((ids) => ids.length > 0)).toEqual([[one], [late]]);
  });

  it('a batch waits for earlier events that are not relayed yet, up to a limit', async () => {
    await webhook({ bucketWindow: 'daily_9' });
    await found('appeared', await review());
    await database.query(`update webhook_bucket set flush_at = clock_timestamp(), not_before = clock_timestamp()`);
    const wait = (accountId: number, age: string): Promise<unknown> =>
      database.query(
        `insert into outbox (account_id, event, payload, created_at)
         values ($1, $3, '{}', clock_timestamp() - $2::interval)`,
        [accountId, age, REVIEW_EVENTS.appeared.name],
      );
    await wait(link.accountId, '2 seconds');
    expect(await flush()).toBe(0);
    await database.query('truncate outbox');
    await wait(link.accountId, '-1 hour');
    await wait(await anAccount(database), '2 seconds');
    expect(await flush()).toBe(1);
    await database.query(
      `truncate outbox; update webhook_bucket set flush_at = clock_timestamp() - interval '61 seconds', not_before = flush_at`,
    );
    await wait(link.accountId, '2 minutes');
    expect(await flush()).toBe(1);
  });

  it('flushed batches are removed after 30 days', async () => {
    await webhook({ bucketWindow: 'daily_9' });
    await found('appeared', await review());
    await hourComes();
    await flush();
    expect(await world.purge.run(new AbortController().signal)).toBe(0);
    await database.query(`update webhook_bucket set flush_at = flush_at - interval '31 days'`);
    expect(await world.purge.run(new AbortController().signal)).toBe(1);
    expect(await database.query('select from webhook_bucket')).toEqual([]);
  });

  it('sends reviews as they are at the flush, without deleted ones; no delivery where none remains', async () => {
    const id = await webhook({ bucketWindow: 'daily_0' });
    await found('appeared', await review());
    await database.query(`update tracked_object set deleted_at = now()`);
    await hourComes();
    expect(await flush()).toBe(1);
    expect(await deliveriesOf(database, id)).toEqual([]);
  });

  it('sends reviews whose object or link was disabled afterwards (contract §6.1)', async () => {
    const id = await webhook({ bucketWindow: 'daily_0' });
    const one = await review();
    await found('appeared', one);
    await database.query('update tracked_object set is_active = false; update link set is_active = false');
    await hourComes();
    expect(await flush()).toBe(1);
    expect(await sentTo(id)).toEqual([[one]]);
  });

  it('waits while the webhook is paused, without delaying other batches', async () => {
    const paused = await webhook({ bucketWindow: 'daily_1' });
    const good = await webhook({ bucketWindow: 'daily_2' });
    await found('appeared', await review());
    await database.query('update webhook set is_active = false where id = $1', [paused]);
    await hourComes();
    expect(await flush()).toBe(1);
    expect([await deliveriesOf(database, paused), await sentTo(good)]).toMatchObject([[], [[expect.any(Number)]]]);
    await database.query('update webhook set is_active = true');
    expect(await flush()).toBe(1);
    expect(await sentTo(paused)).toHaveLength(1);
  });

  it('two processes flush a batch once', async () => {
    const id = await webhook({ bucketWindow: 'daily_3' });
    await found('appeared', await review());
    await hourComes();
    const other = await deliveryWorld({ databaseUrl: fixture.url });
    await Promise.all([flush(), other.daily.flushDue(new AbortController().signal)]);
    expect(await deliveriesOf(database, id)).toHaveLength(1);
    await other.close();
  });
});
