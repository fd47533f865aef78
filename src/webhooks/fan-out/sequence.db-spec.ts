import type { Database } from '@libs/database';
import { COLLECTION_RUN_FINISHED } from '@src/reviews';
import {
  anAccount,
  aWebhook,
  deliveryHarness,
  removeDeliveries,
  type DeliveryHarness,
} from '@test/support/delivery-harness';
import { inEveryOrder } from '@test/support/interleaving';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { WebhookReceiver } from '@test/support/webhook-receiver';
import { FanOutStore, type NewDelivery } from './persistence/fan-out.store';
import { DeliveryStore } from '../subscriptions/persistence/delivery.store';

let fixture: StoreFixture;
let database: Database;
let harness: DeliveryHarness;
let store: FanOutStore;
let accountId: number;

beforeAll(async () => {
  fixture = await storeFixture();
  database = fixture.database;
  harness = await deliveryHarness(database);
  store = new FanOutStore(database);
});
afterAll(async () => {
  await harness?.close();
  await fixture?.close();
});
beforeEach(async () => {
  await removeDeliveries(database);
  accountId = await anAccount(database);
});

interface Draft {
  readonly webhookId: number;
  readonly runId?: number;
  readonly isNumbered?: boolean;
}

/** Creates deliveries in one transaction, as a fan-out does. */
const create = (drafts: readonly Draft[], fail = false): Promise<void> =>
  database.transaction(async () => {
    await database.waitLonger();
    const ids = await store.newDeliveryIds(drafts.length);
    await store.insert(
      drafts.map(({ webhookId, runId = null, isNumbered = true }, place): NewDelivery => ({
        ...{ id: ids[place] ?? 0, accountId, webhookId, runId, isNumbered, eventId: 0, traceparent: null },
        ...{ eventType: 'scrape.run.finished', body: Buffer.from('{}'), bodyHours: null, reviewCount: null },
        ...{ objectIds: [], sourceIds: [] },
      })),
    );
    if (fail) throw new Error('crash');
  });

/** The numbers of the deliveries of a webhook, in the order of their ids. */
const numbersOf = async (webhookId: number): Promise<readonly (number | null)[]> =>
  (
    await database.query<{ sequence: number | null }>(
      'select sequence from webhook_delivery where webhook_id = $1 order by id',
      [webhookId],
    )
  ).map(({ sequence }) => sequence);

const range = (length: number): readonly number[] => Array.from({ length }, (_, index) => index + 1);

describe('the numbers of the deliveries of a webhook (contract §6.2: in the order of creation, from 1, without gaps)', () => {
  it('are counted for each webhook, over statements and transactions', async () => {
    const [one, other] = [await aWebhook(database, { accountId }), await aWebhook(database, { accountId })];
    await create([{ webhookId: one }, { webhookId: other }, { webhookId: one }]);
    await create([{ webhookId: other }, { webhookId: one }]);
    expect([await numbersOf(one), await numbersOf(other)]).toEqual([range(3), range(2)]);
  });

  it('have no gap after a rollback, and after a delivery of a run that is stored already', async () => {
    const webhookId = await aWebhook(database, { accountId });
    await create([{ webhookId, runId: 7 }]);
    await expect(create([{ webhookId }, { webhookId }], true)).rejects.toThrow('crash');
    await create([{ webhookId, runId: 7 }, { webhookId, runId: 8 }, { webhookId }]);
    await create([{ webhookId, runId: 8 }]);
    await create([{ webhookId }]);
    expect(await numbersOf(webhookId)).toEqual(range(4));
  });

  it('have no gap if a statement has a delivery of a run twice', async () => {
    const webhookId = await aWebhook(database, { accountId });
    await create([{ webhookId, runId: 7 }, { webhookId, runId: 7 }, { webhookId }]);
    expect(await numbersOf(webhookId)).toEqual(range(2));
  });

  it('are not given to webhooks of v2', async () => {
    const webhookId = await aWebhook(database, { accountId, schemaVersion: 2 });
    await create([
      { webhookId, isNumbered: false },
      { webhookId, isNumbered: false },
    ]);
    expect(await numbersOf(webhookId)).toEqual([null, null]);
    expect(await database.query('select from webhook_sequence')).toEqual([]);
  });

  it('are removed with the webhook', async () => {
    const webhookId = await aWebhook(database, { accountId });
    await create([{ webhookId }]);
    await database.query('delete from webhook where id = $1', [webhookId]);
    expect(await database.query('select from webhook_sequence')).toEqual([]);
  });

  it('have no gap and no double after many concurrent transactions, some of which fail', async () => {
    const webhooks: number[] = [];
    for (let n = 0; n < 3; n += 1) webhooks.push(await aWebhook(database, { accountId }));
    // Each transaction has the webhooks in another order, which must not lead to a deadlock.
    const drafts = (turn: number): readonly Draft[] =>
      [0, 1, 2].flatMap((n) => {
        const webhookId = webhooks[(n + turn) % 3] ?? 0;
        return [{ webhookId }, { webhookId, runId: Math.floor(turn / 2) + 1 }];
      });
    const results = await Promise.allSettled(range(24).map((turn) => create(drafts(turn), turn % 6 === 0)));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
    for (const webhookId of webhooks) {
      const numbers = await numbersOf(webhookId);
      expect([...numbers].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(range(numbers.length));
      expect(numbers.length).toBeGreaterThan(20);
    }
  });

  it('have no gap if two transactions create the delivery of a run, in every order', async () => {
    await inEveryOrder<number>({
      on: database,
      given: async () => {
        await removeDeliveries(database);
        accountId = await anAccount(database);
        return aWebhook(database, { accountId });
      },
      contenders: {
        one: (webhookId) => create([{ webhookId, runId: 7 }, { webhookId }]),
        other: (webhookId) => create([{ webhookId, runId: 7 }, { webhookId }]),
      },
      atMost: 60,
      holds: async (webhookId) => {
        const numbers = await numbersOf(webhookId);
        expect([...numbers].sort()).toEqual(range(3));
      },
    });
  });
});

describe('X-Hrev-Sequence', () => {
  it('is sent with the delivery of an event, and is the same when it is sent again', async () => {
    const server = new WebhookReceiver(500);
    const target = await server.listen();
    const webhookId = await aWebhook(database, { accountId, target, eventTypes: ['scrape.run.finished'] });
    const old = await aWebhook(database, { accountId, target, eventTypes: ['scrape.run.finished'], schemaVersion: 2 });
    const { objectId } = await aLink(database, { accountId });
    await database.transaction(async () => {
      const batch = harness.events.beginBatch();
      for (const run of [1, 2])
        await batch.take([
          {
            ...{ id: run, name: COLLECTION_RUN_FINISHED.name, accountId, traceparent: null },
            createdAt: new Date(Date.now() + 60_000).toISOString(),
            payload: { run_id: run, object_ids: [objectId], finished_at: '2026-11-20T08:00:00' },
          },
        ]);
      await batch.end();
    });
    await harness.deliverDue();
    server.status = 200;
    const [first] = await database.query<{ id: number }>(
      'select id from webhook_delivery where webhook_id = $1 order by id',
      [webhookId],
    );
    await new DeliveryStore(database).makeDeliveryDue(accountId, webhookId, first?.id ?? 0);
    await harness.deliverDue();
    const sent = server.received.map(({ headers }) => headers['x-hrev-sequence']);
    expect([...sent].sort()).toEqual(['1', '1', '2', undefined, undefined]);
    expect(server.last.headers).toMatchObject({ 'x-hrev-sequence': '1', 'x-hrev-delivery-id': String(first?.id) });
    expect(await numbersOf(old)).toEqual([null, null]);
    server.close();
  });
});
