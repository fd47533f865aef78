import type { Database } from '@libs/database';
import { REVIEW_EVENTS } from '@src/reviews';
import { aWebhook, deliveryHarness, dueDeliveries, type DeliveryHarness } from '@test/support/delivery-harness';
import { whileRowsAreLocked } from '@test/support/held-rows';
import { insertReview } from '@test/support/review-factory';
import { rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { DeliveryQuery } from '../subscriptions/persistence/delivery.query';
import { DeliveryStore } from '../subscriptions/persistence/delivery.store';
import { RecoveryBatchStore } from './persistence/recovery-batch.store';
import { RecoveryStore } from '../recoveries/persistence/recovery.store';
import { DeliveryPurgeStore } from './persistence/delivery-purge.store';

/** Sources whose terms allow content to be kept for 30 days, for a day, not at all, and without a known period. */
const [GOOGLE, YELP, TRIPADVISOR, STEAM] = [3, 20, 19, 8];

describe('bodies of deliveries and the terms of platforms (docs/operations/retention.md)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: DeliveryHarness;
  let purges: DeliveryPurgeStore;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    harness = await deliveryHarness(database);
    purges = new DeliveryPurgeStore(database);
  });
  beforeEach(() =>
    database.query(
      'truncate account, review, outbox cascade; truncate webhook_delivery, webhook_exchange, webhook_dispatch cascade',
    ),
  );
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  interface DeliveryRow {
    readonly id: number;
    readonly state: string;
    readonly body: string | null;
    readonly hours: number | null;
    readonly error: string | null;
  }
  const deliveries = (): Promise<readonly DeliveryRow[]> =>
    database.query(
      `select id, state, convert_from(body, 'UTF8') as body, last_error as error,
         round(extract(epoch from body_until - created_at) / 3600)::int as hours
       from webhook_delivery order by id`,
    );

  /** The delivery of one event about a review of each of these sources. */
  const deliveredReviews = async (...sourceIds: readonly number[]): Promise<readonly DeliveryRow[]> => {
    const first = await aLink(database, { sourceId: sourceIds[0] ?? STEAM });
    await aWebhook(database, { accountId: first.accountId, eventTypes: ['reviews.updated'] });
    const links = [first];
    for (const sourceId of sourceIds.slice(1))
      links.push(await aLink(database, { accountId: first.accountId, sourceId }));
    const ids: number[] = [];
    for (const link of links) ids.push(await insertReview(database, { ...link, text: 'words', rating: 5 }));
    const payload = { run_id: null, review_ids: ids, object_ids: links.map(({ objectId }) => objectId) };
    const [row] = await database.query<{ createdAt: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt"`,
    );
    await database.transaction(async () => {
      const batch = harness.events.beginBatch();
      const event = { name: REVIEW_EVENTS.changed.name, id: 1, accountId: first.accountId, payload };
      await batch.take([{ ...event, createdAt: row?.createdAt ?? '', traceparent: null }]);
      await batch.end();
    });
    return deliveries();
  };

  it.each<[string, readonly number[], number | null]>([
    ['of a platform with 30 days are removed after 29 days and 22 hours', [GOOGLE], 718],
    ['of a platform with a day, after 22 hours', [YELP], 22],
    ['of a platform that allows nothing, after 22 hours, because their attempts take 12', [TRIPADVISOR], 22],
    ['of several platforms, after the shortest time', [STEAM, GOOGLE, YELP], 22],
    ['of a platform without a known period, with their delivery', [STEAM], null],
  ])('%s', async (_, sourceIds, hours) => {
    expect(await deliveredReviews(...sourceIds)).toEqual([expect.objectContaining({ state: 'pending', hours })]);
  });

  /** Deliveries in this state whose bodies must be removed now, with an answer that repeats the body. */
  const dueBodies = async (
    count: number,
    state = 'success',
  ): Promise<{ accountId: number; webhookId: number; ids: number[] }> => {
    const { accountId } = await aLink(database);
    const webhookId = await aWebhook(database, { accountId });
    const ids = [...(await dueDeliveries(database, { accountId, webhookId }, count))];
    await database.query(
      `update webhook_delivery set body_until = now(), state = $2,
         next_attempt_at = case when $2 = 'pending' then next_attempt_at end,
         settled_at = case when $2 <> 'pending' then now() end
       where webhook_id = $1`,
      [webhookId, state],
    );
    await database.query(
      `insert into webhook_exchange (delivery_id, number, account_id, started_at, request_headers, response_headers, response_body)
       select id, 1, $1, now(), '{}', '{}', 'You sent: words' from unnest($2::bigint[]) id`,
      [accountId, ids],
    );
    return { accountId, webhookId, ids };
  };

  it.each([
    ['success', 'success', null],
    ['failed', 'failed', null],
    ['dead_letter', 'dead_letter', null],
    ['pending', 'dead_letter', 'body_removed'],
  ])('are removed with the answers to them; a delivery in the state %s is then %s', async (state, then, error) => {
    await dueBodies(1, state);
    expect(await purges.purgeBodies()).toBe(1);
    expect(await deliveries()).toEqual([expect.objectContaining({ state: then, body: null, hours: null, error })]);
    expect(await database.query('select response_body from webhook_exchange')).toEqual([{ response_body: null }]);
    expect(await purges.purgeBodies()).toBe(0);
  });

  it('that are not due yet stay', async () => {
    const { ids } = await dueBodies(2);
    await database.query(`update webhook_delivery set body_until = now() + interval '1 minute' where id = $1`, [
      ids[0],
    ]);
    expect(await purges.purgeBodies()).toBe(1);
    expect((await deliveries()).map(({ body }) => body === null)).toEqual([false, true]);
  });

  it('of deliveries that are being changed are skipped', async () => {
    const { ids } = await dueBodies(2);
    const lock = 'select from webhook_delivery where id = $1 for update';
    expect(await whileRowsAreLocked(database, lock, [ids[0]], () => purges.purgeBodies())).toBe(1);
    expect(await purges.purgeBodies()).toBe(1);
  });

  it.each<[string, readonly number[] | null, string, number | null]>([
    ['of a platform with 30 days', [GOOGLE], '1 day', 718 - 24],
    ['of a platform with a day', [STEAM, GOOGLE, YELP], '2 hours', 20],
    ['whose limit has passed: an hour from now, until no former process reads it', [YELP], '20 days', 1],
    ['of a platform without a known period', [STEAM], '1 day', null],
    ['without reviews', null, '1 day', null],
  ])('that a process of the version before has stored get their limit: %s', async (_, sourceIds, age, hours) => {
    const { accountId } = await aLink(database);
    const webhookId = await aWebhook(database, { accountId });
    await database.query(
      `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, next_attempt_at, review_count,
         object_ids, source_ids, created_at)
       values (1, $1, $2, 'reviews.new', 1, 'words', now(), 1, '{1}', $3, now() - $4::interval)`,
      [accountId, webhookId, sourceIds, age],
    );
    await harness.purge.run(new AbortController().signal);
    expect(
      await database.query(
        `select convert_from(body, 'UTF8') as body, round(extract(epoch from body_until - now()) / 3600)::int as hours
         from webhook_delivery`,
      ),
    ).toEqual([{ body: 'words', hours }]);
  });

  it('are removed by the rounds of every minute', async () => {
    await dueBodies(1_500);
    expect(await harness.purge.run(new AbortController().signal)).toBe(1_500);
    expect((await deliveries()).filter(({ body }) => body !== null)).toEqual([]);
  });

  it('that were removed are not delivered again, one by one or by a recovery', async () => {
    const { accountId, webhookId, ids } = await dueBodies(3, 'failed');
    const [kept = 0, removed = 0] = ids;
    await database.query('update webhook_delivery set body_until = null where id = $1', [kept]);
    await purges.purgeBodies();
    const [store, stored] = [new DeliveryStore(database), new DeliveryQuery(database)];
    expect(await store.makeDeliveryDue(accountId, webhookId, removed)).toBeNull();
    expect(await stored.exists(accountId, webhookId, removed)).toBe(true);
    expect(await stored.find(accountId, webhookId, removed)).toMatchObject({
      id: removed,
      body: null,
      state: 'failed',
    });
    const recoveries = new RecoveryStore(database);
    const recovery = await recoveries.insert(accountId, webhookId, {
      ...{ statuses: ['failed'], until: null },
      since: new Date(Date.now() - 3_600_000).toISOString().slice(0, 19),
    });
    expect(recovery).toMatchObject({ matched: 1 });
    const batches = new RecoveryBatchStore(database);
    await database.transaction(() =>
      batches.makeDue({ id: recovery?.id ?? 0, accountId, webhookId, isActive: true }, 10),
    );
    expect((await deliveries()).map(({ state }) => state)).toEqual(['pending', 'failed', 'failed']);
  });

  it('are found by their index among 100,000 deliveries', async () => {
    const { accountId } = await aLink(database);
    const webhookId = await aWebhook(database, { accountId });
    await database.query(
      `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, state, settled_at, body_until)
       select 1000000 + n, $1, $2, 'reviews.new', n, 'words', 'success', now(),
         case when n % 2 = 0 then now() + (n - 2000) * interval '1 second' end
       from generate_series(1, 100000) n`,
      [accountId, webhookId],
    );
    await database.query('analyze webhook_delivery');
    const plan = await database.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers) select id from webhook_delivery where body_until <= statement_timestamp()
       order by body_until limit 1000 for update skip locked`,
    );
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan using webhook_delivery_limited on webhook_delivery');
    expect(text).not.toMatch(/Seq Scan|Sort /);
    const began = performance.now();
    expect(await purges.purgeBodies()).toBe(1_000);
    expect(performance.now() - began).toBeLessThan(1_000);
    await database.query(
      `update webhook_delivery set body_until = 'infinity' where id % 1000 = 0 and body is not null`,
    );
    expect(await rowsRead(database, 'webhook_delivery', () => purges.dateBodies())).toBeLessThan(500);
  });
});
