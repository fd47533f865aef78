import type { Database } from '@libs/database';
import { anAccount, aWebhook, dueDeliveries, removeDeliveries } from '@test/support/delivery-harness';
import { inEveryOrder } from '@test/support/interleaving';
import { recordedWakeups } from '@test/support/noted-wakeups';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { RecoveryStore } from '../../recoveries/persistence/recovery.store';
import { WebhookStore } from '../../subscriptions/persistence/webhook.store';
import { RecoveryRunnerSchedule } from '../jobs/recovery-runner.schedule';
import { DeliveryPurgeStore } from './delivery-purge.store';
import { RecoveryBatchStore } from './recovery-batch.store';

interface TestWebhook {
  readonly accountId: number;
  readonly webhookId: number;
}
type TwoWebhooks = readonly [TestWebhook, TestWebhook];

describe('concurrent work on recoveries of webhooks (contract §4.11)', () => {
  let fixture: StoreFixture;
  let database: Database;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
  });
  afterAll(() => fixture?.close());

  /** Two webhooks with this many failed deliveries each, and a running recovery of each. That of the first is due first. */
  async function twoRecoveries(failed: number): Promise<TwoWebhooks> {
    await removeDeliveries(database);
    await database.query('delete from webhook_recovery');
    return [await recovering(failed), await recovering(failed)];
  }
  async function recovering(failed: number): Promise<TestWebhook> {
    const accountId = await anAccount(database);
    const webhookId = await aWebhook(database, { accountId });
    const ids = await dueDeliveries(database, { accountId, webhookId }, failed);
    await database.query(
      `update webhook_delivery set state = 'failed', next_attempt_at = null, settled_at = now(),
         created_at = now() - interval '1 hour' where id = any($1::bigint[])`,
      [ids],
    );
    const since = new Date(Date.now() - 86_400_000).toISOString();
    await new RecoveryStore(database).insert(accountId, webhookId, { statuses: ['failed'], since, until: null });
    return { accountId, webhookId };
  }
  /** Runs the due batches in a process of its own. */
  const runBatches = (): Promise<number> =>
    new RecoveryRunnerSchedule(database, new RecoveryBatchStore(database), recordedWakeups().wakeups).run(
      new AbortController().signal,
    );
  const pendingOf = async ({ accountId, webhookId }: TestWebhook): Promise<number | undefined> => {
    const [row] = await database.query<{ n: number }>(
      `select count(*)::int as n from webhook_delivery where account_id = $1 and webhook_id = $2 and state = 'pending'`,
      [accountId, webhookId],
    );
    return row?.n;
  };

  it('makes at most 100 deliveries of a webhook pending, and no process waits for the recovery of another one', async () => {
    await inEveryOrder<TwoWebhooks>({
      on: database,
      atMost: 15,
      given: () => twoRecoveries(101),
      contenders: { A: runBatches, B: runBatches },
      holds: async ([first, second], { order }) => {
        expect([await pendingOf(first), await pendingOf(second)]).toEqual([100, 100]);
        expect(order).not.toContain('…');
      },
    });
  });

  it('skips a webhook that is deleted, whose rows are purged, and continues with the other one', async () => {
    const purge = (): Promise<number> => database.transaction(() => new DeliveryPurgeStore(database).purgeDeleted());
    await inEveryOrder<TwoWebhooks>({
      on: database,
      atMost: 30,
      given: () => twoRecoveries(2),
      contenders: {
        batches: runBatches,
        deletion: async ([{ accountId, webhookId }]) => {
          const store = new WebhookStore(database);
          await database.transaction(async () => {
            await store.remove(accountId, webhookId);
            await store.all(accountId);
          });
          await purge();
        },
      },
      holds: async ([deleted, other], { order, statements }) => {
        expect(order).not.toMatch(/batches\d+…/);
        // PostgreSQL would cancel one side of a deadlock, and its statements would be repeated.
        expect(statements.filter((statement) => statement.includes('delete from webhook_item'))).toHaveLength(1);
        while ((await purge()) > 0);
        expect([await pendingOf(deleted), await pendingOf(other)]).toEqual([0, 2]);
      },
    });
  });
});
