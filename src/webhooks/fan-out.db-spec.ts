import type { Database } from '@libs/database';
import type { RelayedEvent } from '@libs/events';
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
    `truncate account, webhook, webhook_delivery, webhook_past_attempt, webhook_dispatch, webhook_item, webhook_bucket cascade;
     truncate review, review_raw, link_stat, link_month, link_total`,
  );
  link = await aLink(database);
});

const webhook = (seed: Partial<WebhookSeed> = {}): Promise<number> =>
  aWebhook(database, { accountId: link.accountId, ...seed });

const review = (seed: Partial<ReviewSeed> = {}): Promise<number> =>
  insertReview(database, { ...link, text: 'good', rating: 5, ...seed });

async function tell(name: string, payload: Record<string, unknown>): Promise<void> {
  eventId += 1;
  const event: RelayedEvent = { id: eventId, name, accountId: link.accountId, payload, createdAt: new Date() };
  await database.transaction(() => world.fanOut.fanOut(event));
}

/** A run of the account that found these. */
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

const NAME_OF: Readonly<Record<string, string>> = {
  appeared: 'ReviewsAppeared',
  replied: 'RepliesAppeared',
  changed: 'ReviewsChanged',
  deleted: 'ReviewsDeleted',
  restored: 'ReviewsRestored',
};

async function found(fact: string, ...reviewIds: readonly number[]): Promise<number> {
  const runId = await aRun(fact, reviewIds);
  await tell(NAME_OF[fact] ?? '', { run_id: runId, object_ids: [link.objectId], review_count: reviewIds.length });
  return runId;
}

const finished = (runId: number, objectIds: readonly number[] = [link.objectId]): Promise<void> =>
  tell('CollectionRunFinished', { run_id: runId, object_ids: objectIds, finished_at: '2026-11-20T08:00:00' });

interface Body {
  readonly event: string;
  readonly delivery_id: number;
  readonly finished_at?: string;
  readonly objects?: readonly { readonly object_id: number; readonly reviews: readonly { readonly id: number }[] }[];
}

async function bodiesFor(webhookId: number): Promise<Body[]> {
  return (await deliveriesOf(database, webhookId)).map((row) => JSON.parse(row.body.toString()) as Body);
}

/** Ids of reviews in each delivery of the webhook. */
async function toldTo(webhookId: number): Promise<number[][]> {
  return (await bodiesFor(webhookId)).map((body) =>
    (body.objects ?? []).flatMap((object) => object.reviews.map(({ id }) => id)),
  );
}

describe('events of reviews (§6.1)', () => {
  it.each([
    ['appeared', 'reviews.new'],
    ['replied', 'replies.new'],
    ['changed', 'reviews.updated'],
    ['deleted', 'reviews.deleted'],
    ['restored', 'reviews.restored'],
  ])('%s is told as %s, in one delivery per webhook and run, to those who subscribed', async (fact, event) => {
    const wants = await webhook({ eventTypes: [event] });
    const other = await webhook({ eventTypes: ['scrape.run.finished'] });
    const ids = [await review(), await review()];
    const runId = await found(fact, ...ids);
    const [row, ...more] = await deliveriesOf(database, wants);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ event_type: event, run_id: runId, event_id: ids[0], state: 'pending', attempts: 0 });
    const [body] = await bodiesFor(wants);
    expect(body).toMatchObject({ event, delivery_id: row?.id, schema_version: '3' });
    expect(await toldTo(wants)).toEqual([ids]);
    expect(await deliveriesOf(database, other)).toEqual([]);
    expect(world.wakeupsSent).toContain('deliveries-due');
  });

  it('a webhook made through v2 gets the older body', async () => {
    const id = await webhook({ schemaVersion: 2 });
    await found('appeared', await review());
    expect((await bodiesFor(id))[0]).toMatchObject({ schema_version: '2', groups: [{ group_id: link.objectId }] });
  });

  it.each(['appeared', 'replied'])('%s is told once in the life of a review (D3, D38)', async (fact) => {
    const id = await webhook({ eventTypes: ['reviews.new', 'replies.new'] });
    const one = await review();
    await found(fact, one);
    await found(fact, one);
    const two = await review();
    await found(fact, one, two);
    expect(await toldTo(id)).toEqual([[one], [two]]);
  });

  it.each([
    ['changed', 'reviews.updated'],
    ['deleted', 'reviews.deleted'],
    ['restored', 'reviews.restored'],
  ])('%s is told once a run (D3)', async (fact, event) => {
    const id = await webhook({ eventTypes: [event] });
    const one = await review();
    const runId = await found(fact, one);
    await tell(NAME_OF[fact] ?? '', { run_id: runId, object_ids: [link.objectId], review_count: 1 });
    await found(fact, one);
    expect(await toldTo(id)).toEqual([[one], [one]]);
  });

  it('a reply that the service published is told outside of runs, and not again when a run sees it', async () => {
    const id = await webhook({ eventTypes: ['replies.new'] });
    const one = await review({ replyText: 'Thank you' });
    await tell('RepliesAppeared', { run_id: null, review_ids: [one], object_ids: [link.objectId] });
    await found('replied', one);
    expect(await toldTo(id)).toEqual([[one]]);
    expect(await deliveriesOf(database, id)).toMatchObject([{ run_id: null }]);
  });

  it('only what filters and objects let pass; nothing passes: no delivery (§6.3)', async () => {
    const elsewhere = await aLink(database, { accountId: link.accountId });
    const bad = await webhook({ filters: { allowed_ratings: [1, 2] } });
    const here = await webhook({ objectIds: [link.objectId] });
    const nowhere = await webhook({ filters: { allowed_sources: ['nobody'] } });
    const good = await review({ rating: 5 });
    const poor = await review({ rating: 1.5 });
    const unrated = await review({ rating: null });
    const there = await insertReview(database, { ...elsewhere, text: 'far', rating: 5 });
    await found('appeared', good, poor, unrated, there);
    expect([await toldTo(bad), await toldTo(here), await toldTo(nowhere)]).toEqual([[[poor]], [[good, poor]], []]);
  });

  it.each([
    ['the link was deleted', 'update link set deleted_at = now()'],
    ['the object was deleted', 'update tracked_object set deleted_at = now()'],
    ['the object was switched off', 'update tracked_object set is_active = false'],
  ])('%s meanwhile: nothing is told', async (_, change) => {
    const id = await webhook();
    const one = await review();
    await database.query(change);
    await found('appeared', one);
    expect(await deliveriesOf(database, id)).toEqual([]);
  });

  it('a paused webhook gets nothing, also not later (decisions §8)', async () => {
    const id = await webhook({ isActive: false });
    const one = await review();
    await found('appeared', one);
    await database.query('update webhook set is_active = true');
    expect(await deliveriesOf(database, id)).toEqual([]);
    expect(await database.query('select 1 from webhook_item')).toEqual([]);
  });

  it('webhooks of other accounts hear nothing', async () => {
    const stranger = await anAccount(database);
    const id = await aWebhook(database, { accountId: stranger });
    await found('appeared', await review());
    expect(await deliveriesOf(database, id)).toEqual([]);
  });

  it('a rollback leaves nothing', async () => {
    const id = await webhook();
    const one = await review();
    const runId = await aRun('appeared', [one]);
    const event = { id: 1, name: 'ReviewsAppeared', accountId: link.accountId, createdAt: new Date() };
    const attempt = database.transaction(async () => {
      await world.fanOut.fanOut({ ...event, payload: { run_id: runId, object_ids: [link.objectId], review_count: 1 } });
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

describe('scrape.run.finished (§6.1, decisions §5)', () => {
  it('is told once a run to each subscribed webhook one of whose objects took part, whatever its filters', async () => {
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

  it('is told to nobody where nothing took part', async () => {
    const all = await webhook({ eventTypes: ['scrape.run.finished'] });
    await finished(await aRun('appeared', []), []);
    expect(await deliveriesOf(database, all)).toEqual([]);
  });
});

describe('daily windows (§6.1: one delivery per day at an hour of UTC)', () => {
  const flush = (): Promise<number> => world.daily.flushDue(new AbortController().signal);
  const hourComes = (): Promise<unknown> =>
    database.query(`update webhook_bucket set not_before = clock_timestamp() - interval '1 second'`);

  it('gathers the runs of a day and flushes them at the hour of the database, each review once', async () => {
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
    expect((await toldTo(id)).filter((ids) => ids.length > 0)).toEqual([[one, two]]);
    expect(await flush()).toBe(0);
    expect(await database.query('select 1 from webhook_bucket')).toEqual([]);
  });

  it('tells the reviews as they are at the flush, and leaves out those that are gone; none left: no delivery', async () => {
    const id = await webhook({ bucketWindow: 'daily_0' });
    await found('appeared', await review());
    await database.query(`update tracked_object set is_active = false`);
    await hourComes();
    expect(await flush()).toBe(1);
    expect(await deliveriesOf(database, id)).toEqual([]);
  });

  it('waits while the webhook is paused; one batch that fails holds up no other', async () => {
    const paused = await webhook({ bucketWindow: 'daily_1' });
    const good = await webhook({ bucketWindow: 'daily_2' });
    await found('appeared', await review());
    await database.query('update webhook set is_active = false where id = $1', [paused]);
    await hourComes();
    expect(await flush()).toBe(1);
    expect([await deliveriesOf(database, paused), await toldTo(good)]).toMatchObject([[], [[expect.any(Number)]]]);
    await database.query('update webhook set is_active = true');
    expect(await flush()).toBe(1);
    expect(await toldTo(paused)).toHaveLength(1);
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
