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
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { DeliveryPurgeStore } from './delivery/persistence/delivery-purge.store';
import { WebhookStore } from './subscriptions/persistence/webhook.store';

const EVENT_TYPE = 'scrape.run.finished';
const OBJECT_ID = 1;

interface TestWebhook {
  readonly accountId: number;
  readonly webhookId: number;
}

let fixture: StoreFixture;
let database: Database;
let harness: DeliveryHarness;

beforeAll(async () => {
  fixture = await storeFixture();
  database = fixture.database;
  harness = await deliveryHarness(database);
});
afterAll(async () => {
  await harness?.close();
  await fixture?.close();
});

/** Relays the end of a run of the account. */
const relayRunFinished = ({ accountId }: TestWebhook): Promise<void> =>
  database.transaction(async () => {
    const batch = harness.events.beginBatch();
    const payload = { run_id: 7, object_ids: [OBJECT_ID], finished_at: '2026-11-20T08:00:00' };
    const createdAt = new Date().toISOString();
    await batch.take([{ id: 1, name: COLLECTION_RUN_FINISHED.name, accountId, payload, createdAt, traceparent: null }]);
    await batch.end();
  });

/** Deletes the webhook and purges its rows. */
async function remove({ accountId, webhookId }: TestWebhook): Promise<void> {
  await new WebhookStore(database).remove(accountId, webhookId);
  await purge();
}
const purge = (): Promise<number> => database.transaction(() => new DeliveryPurgeStore(database).purgeDeleted());

/** Inserts a webhook with an earlier delivery. If it has daily batches, one is due. */
async function insertWebhook(batchWindow: string): Promise<TestWebhook> {
  await removeDeliveries(database);
  const accountId = await anAccount(database);
  await database.query(
    `insert into tracked_object (id, account_id, name) overriding system value values ($2, $1, 'Object')`,
    [accountId, OBJECT_ID],
  );
  const webhookId = await aWebhook(database, { accountId, batchWindow, eventTypes: [EVENT_TYPE] });
  await database.query('insert into webhook_dispatch (webhook_id, account_id) values ($1, $2)', [webhookId, accountId]);
  await database.query(
    `insert into webhook_bucket (account_id, webhook_id, event_type, flush_at, not_before, finished_at)
     select $1, $2, $3, at, at, at from (select clock_timestamp() - interval '1 hour' as at) hour
     where $4 <> 'immediate'`,
    [accountId, webhookId, EVENT_TYPE, batchWindow],
  );
  return { accountId, webhookId };
}

describe('a webhook that is deleted while a delivery is created for it (contract §4.11: its deliveries are deleted too)', () => {
  it.each<[string, string, (webhook: TestWebhook) => Promise<unknown>]>([
    ['an event', 'immediate', relayRunFinished],
    ['a daily batch', 'daily_9', () => harness.daily.flushDue(new AbortController().signal)],
  ])(
    'has no rows after the purge, in any order of the statements (a delivery of %s)',
    async (_, batchWindow, create) => {
      const report = await inEveryOrder<TestWebhook>({
        on: database,
        atMost: 60,
        given: () => insertWebhook(batchWindow),
        contenders: { create, remove },
        holds: async () => {
          while ((await purge()) > 0);
          for (const table of ['webhook_delivery', 'webhook_bucket', 'webhook_dispatch']) {
            expect([table, await database.query(`select webhook_id from ${table}`)]).toEqual([table, []]);
          }
        },
      });
      expect(report.orders).toBeGreaterThan(5);
    },
  );
});
