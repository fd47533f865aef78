import fc from 'fast-check';
import type { Database } from '@libs/database';
import { OutboxLeases } from '@libs/events/outbox-leases';
import { EventRelay } from '@libs/events/event-relay';
import type { RelayedEvent } from '@libs/events';
import { WakeupHandlers } from '@libs/queue';
import { COLLECTION_RUN_FINISHED, REVIEW_EVENTS, REVIEW_FACTS, type ReviewFact } from '@src/reviews';
import { aWebhook, deliveryHarness, removeDeliveries, type DeliveryHarness } from '@test/support/delivery-harness';
import { inEveryOrder } from '@test/support/interleaving';
import { insertReviews } from '@test/support/review-factory';
import { roundTrips, withBrokenConnection } from '@test/support/round-trips';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

/** Events that are relayed together have the same deliveries as events that are relayed one after the other (contract §6.1). */
let fixture: StoreFixture;
let database: Database;
let harness: DeliveryHarness;
let link: LinkFixture;
let otherProcess: DeliveryHarness;

beforeAll(async () => {
  fixture = await storeFixture();
  database = fixture.database;
  harness = await deliveryHarness(database);
  otherProcess = await deliveryHarness({ databaseUrl: fixture.url });
});
afterAll(async () => {
  await harness?.close();
  await otherProcess?.close();
  await fixture?.close();
});
beforeEach(() => reset());

async function reset(): Promise<void> {
  await removeDeliveries(database);
  await database.query(
    'truncate outbox, outbox_lease, run cascade; truncate review, review_raw, link_stat, link_month',
  );
  link = await aLink(database);
}

const relayOn = ({ database: on, events }: DeliveryHarness): EventRelay =>
  new EventRelay(on, new OutboxLeases(on), events, new WakeupHandlers());

const webhook = (seed: object = {}): Promise<number> =>
  aWebhook(database, { accountId: link.accountId, eventTypes: ['reviews.new', 'scrape.run.finished'], ...seed });

const reviews = (count: number): Promise<readonly number[]> =>
  insertReviews(
    database,
    Array.from({ length: count }, (_, place) => ({ ...link, text: `review ${place}`, rating: 1 + (place % 5) })),
  );

/** Inserts runs that each found one of the reviews, with their two events. */
async function insertRuns(reviewIds: readonly number[]): Promise<void> {
  await database.query(
    `with r as (
       insert into run (account_id, cause, finished_at) select $1, 'manual', now() from generate_series(1, cardinality($3::bigint[])) returning id
     ), numbered as (
       select id, row_number() over (order by id) as place from r
     ), f as (
       insert into run_fact (run_id, object_id, fact, review_ids)
       select id, $2, 'appeared', array[($3::bigint[])[place]] from numbered
     )
     insert into outbox (account_id, event, payload) select $1, e.name, e.payload from numbered cross join lateral (values
       (1, '${REVIEW_EVENTS.appeared.name}', jsonb_build_object('run_id', id, 'object_ids', array[$2::bigint], 'review_count', 1)),
       (2, '${COLLECTION_RUN_FINISHED.name}', jsonb_build_object('run_id', id, 'object_ids', array[$2::bigint], 'finished_at', '2026-11-20T08:00:00'))
     ) e (nth, name, payload) order by place, nth`,
    [link.accountId, link.objectId, reviewIds],
  );
}

/** What was stored for webhooks, without ids and times that differ between two attempts. */
async function storedFor(webhookIds: readonly number[]): Promise<unknown> {
  const deliveries = await database.query<{ webhook_id: number; body: Buffer }>(
    `select webhook_id, event_type, run_id, event_id, review_count, object_ids, body from webhook_delivery order by id`,
  );
  const items = await database.query<{ webhook_id: number }>(
    `select i.webhook_id, i.event_type, i.review_id, i.occurrence, b.flush_at from webhook_item i
     left join webhook_bucket b on b.id = i.bucket_id order by 1, 2, 3, 4`,
  );
  const buckets = await database.query(
    'select webhook_id, event_type, flush_at, finished_at from webhook_bucket order by 1, 2, 3',
  );
  const due = await database.query(
    'select webhook_id, next_due_at is not null as due from webhook_dispatch order by 1',
  );
  const withoutVolatile = deliveries.map(({ body, ...row }) => {
    const { delivery_id: _id, occurred_at: _at, ...contents } = JSON.parse(body.toString()) as Record<string, unknown>;
    return { ...row, contents };
  });
  return { of: webhookIds.map((id) => withoutVolatile.filter((row) => row.webhook_id === id)), items, buckets, due };
}

const waiting = async (): Promise<number> =>
  (await database.query('select from outbox where relayed_at is null')).length;

describe('events of one account', () => {
  it('are relayed in as many round trips for two hundred as for two', async () => {
    for (const batchWindow of ['immediate', 'daily_3', 'immediate']) await webhook({ batchWindow });
    const relay = relayOn(harness);
    const tripsFor = async (runs: number): Promise<number> => {
      await insertRuns(await reviews(runs));
      return roundTrips(() => relay.poll());
    };
    // Plans are made and the account's lease exists.
    await tripsFor(1);
    const few = await tripsFor(1);
    const many = await tripsFor(100);
    expect([many, await waiting()]).toEqual([few, 0]);
    // Two lanes look for accounts; the rest is the batch.
    expect(few).toBeLessThan(28);
    expect(await database.query('select from webhook_delivery')).toHaveLength(2 * 2 * 102);
    expect(await database.query('select from webhook_item')).toHaveLength(3 * 102);
  });

  it('have deliveries in the order of the events, for each webhook', async () => {
    const ids = [await webhook(), await webhook({ schemaVersion: 2 })];
    const reviewIds = await reviews(30);
    await insertRuns(reviewIds);
    await relayOn(harness).poll();
    for (const id of ids) {
      const rows = await database.query<{ event_id: number; event_type: string }>(
        'select event_id, event_type from webhook_delivery where webhook_id = $1 order by next_attempt_at, id',
        [id],
      );
      expect(rows).toEqual(
        reviewIds.flatMap((reviewId) => [
          { event_id: reviewId, event_type: 'reviews.new' },
          { event_id: 0, event_type: 'scrape.run.finished' },
        ]),
      );
    }
  });

  it('have the same deliveries, items and batches whether they are relayed together or one after the other', async () => {
    const reviewIds = await reviews(6);
    const other = await aLink(database, { accountId: link.accountId });
    const deletedObject = await aLink(database, { accountId: link.accountId });
    await database.query('update tracked_object set deleted_at = now() where id = $1', [deletedObject.objectId]);
    const webhookIds = [
      await webhook({ eventTypes: ['reviews.new', 'replies.new', 'reviews.updated', 'scrape.run.finished'] }),
      await webhook({ batchWindow: 'daily_9', eventTypes: ['reviews.new', 'reviews.deleted', 'scrape.run.finished'] }),
      await webhook({ filters: { allowed_ratings: [1, 2] }, eventTypes: ['reviews.new', 'reviews.restored'] }),
      await webhook({ objectIds: [other.objectId] }),
      await webhook({ batchWindow: 'daily_21', schemaVersion: 2 }),
    ];
    await database.query(`update webhook set created_at = now() - interval '9 days'`);
    // Earlier settings: the fourth webhook was paused, and the last one received events at once.
    await database.query(
      `insert into webhook_past_settings (webhook_id, valid_until, account_id, object_ids, event_types, bucket_window, filters, is_active)
       select id, now() - interval '1 hour', account_id, null, event_types, 'immediate', filters, id <> $1 from webhook where id in ($1, $2)`,
      [webhookIds[3], webhookIds[4]],
    );
    const objects = [link.objectId, other.objectId, deletedObject.objectId];
    const anEvent = fc.record({
      fact: fc.constantFrom<ReviewFact | 'run'>(...REVIEW_FACTS, 'run'),
      run: fc.option(fc.integer({ min: 1, max: 3 })),
      reviewIds: fc.subarray([...reviewIds], { minLength: 1 }),
      objectIds: fc.subarray(objects),
      hoursAgo: fc.integer({ min: 0, max: 48 }),
    });
    await database.query(
      `insert into run (id, account_id, cause, finished_at) overriding system value select n, $1, 'manual', now() from generate_series(1, 3) n`,
      [link.accountId],
    );
    const inTransaction = async (
      relayIn: (take: Take, events: readonly RelayedEvent[]) => Promise<void>,
      seeds: Seeds,
    ) => {
      let stored: unknown;
      const rolledBack = new Error('rolled back');
      await database
        .transaction(async () => {
          const batch = harness.events.beginBatch();
          await relayIn(batch.take, await eventsOf(seeds, link));
          await batch.end();
          stored = await storedFor(webhookIds);
          throw rolledBack;
        })
        .catch((error: unknown) => expect(error).toBe(rolledBack));
      return stored;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(anEvent, { minLength: 1, maxLength: 8 }), async (seeds) => {
        const together = await inTransaction((take, events) => take(events), seeds);
        const apart = await inTransaction(async (take, events) => {
          for (const event of events) await take([event]);
        }, seeds);
        expect(together).toEqual(apart);
      }),
      { numRuns: 60 },
    );
  });
});

type Take = (events: readonly RelayedEvent[]) => Promise<void>;
type Seeds = readonly {
  readonly fact: ReviewFact | 'run';
  readonly run: number | null;
  readonly reviewIds: readonly number[];
  readonly objectIds: readonly number[];
  readonly hoursAgo: number;
}[];

/** Inserts the facts of the runs, and returns the events, which are not in the outbox. */
async function eventsOf(seeds: Seeds, { accountId, objectId }: LinkFixture): Promise<readonly RelayedEvent[]> {
  const events: RelayedEvent[] = [];
  for (const [place, { fact, run, reviewIds, objectIds, hoursAgo }] of seeds.entries()) {
    const [row] = await database.query<{ at: string }>(
      `select to_char((date_trunc('day', now()) - $1 * interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
      [hoursAgo],
    );
    const common = { id: place + 1, accountId, createdAt: row?.at ?? '', traceparent: null };
    if (fact === 'run') {
      const payload = {
        run_id: run ?? 1,
        object_ids: objectIds,
        finished_at: `2026-11-20T${10 + (hoursAgo % 10)}:00:00`,
      };
      events.push({ ...common, name: COLLECTION_RUN_FINISHED.name, payload });
      continue;
    }
    if (run !== null)
      await database.query(
        'insert into run_fact (run_id, object_id, fact, review_ids) values ($1, $2, $3, $4::bigint[])',
        [run, objectId, fact, reviewIds],
      );
    const payload =
      run === null
        ? { run_id: null, review_ids: reviewIds, object_ids: objectIds }
        : { run_id: run, review_count: reviewIds.length, object_ids: objectIds };
    events.push({ ...common, name: REVIEW_EVENTS[fact].name, payload });
  }
  return events;
}

describe('a batch whose process crashes', () => {
  const RUNS = 2;
  const expectEachEventOnce = async (webhookIds: readonly number[]): Promise<void> => {
    expect(await waiting()).toBe(0);
    const rows = await database.query(
      `select webhook_id, event_type, count(*)::int as deliveries, count(distinct run_id)::int as runs,
         coalesce(sum(review_count), 0)::int as reviews from webhook_delivery group by 1, 2 order by 1, 2`,
    );
    expect(rows).toEqual(
      webhookIds.flatMap((webhook_id) => [
        { webhook_id, event_type: 'reviews.new', deliveries: RUNS, runs: RUNS, reviews: RUNS },
        { webhook_id, event_type: 'scrape.run.finished', deliveries: RUNS, runs: RUNS, reviews: 0 },
      ]),
    );
  };

  it.each(['before it is sent', 'before its response'] as const)(
    'at any round trip, %s, has each delivery exactly once',
    async (when) => {
      let isReached = true;
      let crashes = 0;
      for (let nth = 1; isReached; nth += 1) {
        await reset();
        const ids = [await webhook(), await webhook({ schemaVersion: 2 })];
        await insertRuns(await reviews(RUNS));
        isReached = await withBrokenConnection(nth, when, () => relayOn(harness).poll());
        // Another process relays the rest, once the lease of the broken session has expired.
        await database.query('update outbox_lease set lease_until = clock_timestamp() where token is not null');
        await relayOn(otherProcess).poll();
        await expectEachEventOnce(ids);
        if (isReached) crashes += 1;
      }
      expect(crashes).toBeGreaterThan(15);
    },
  );

  it('is relayed once by two processes, in every order of their statements', async () => {
    const report = await inEveryOrder<readonly number[]>({
      on: [database, otherProcess.database],
      given: async () => {
        await reset();
        const ids = [await webhook()];
        await insertRuns(await reviews(RUNS));
        return ids;
      },
      contenders: {
        one: () => relayOn(harness).poll(),
        other: () => relayOn(otherProcess).poll(),
      },
      atMost: 20,
      holds: async (ids) => {
        await relayOn(harness).poll();
        await expectEachEventOnce(ids);
      },
    });
    expect(report.orders).toBe(20);
  });

  it('has each delivery of the other webhooks if one is deleted meanwhile, in every order of their statements', async () => {
    await inEveryOrder<readonly number[]>({
      on: database,
      given: async () => {
        await reset();
        const ids = [await webhook(), await webhook()];
        await insertRuns(await reviews(RUNS));
        return ids;
      },
      contenders: {
        relay: () => relayOn(harness).poll(),
        client: () => database.query('delete from webhook where id = (select max(id) from webhook)'),
      },
      atMost: 20,
      holds: async ([kept = 0]) => {
        await relayOn(harness).poll();
        await database.query('delete from webhook_delivery where webhook_id not in (select id from webhook)');
        await expectEachEventOnce([kept]);
      },
    });
  });
});
