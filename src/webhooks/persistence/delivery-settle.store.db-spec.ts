import { anAccount, aWebhook, dueDeliveries } from '@test/support/delivery-world';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { DeliverySettleStore, type EndedAttempt } from './delivery-settle.store';
import { DeliveryStore } from './delivery.store';
import { TurnStore } from './turn.store';
import { WebhookStore } from './webhook.store';

describe('an attempt that failed is settled while its webhook goes on after a pause', () => {
  let fixture: StoreFixture;
  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture?.close());

  it('without a deadlock, in whatever order', async () => {
    const { database } = fixture;
    const [turns, settlements] = [new TurnStore(database), new DeliverySettleStore(database)];
    const [deliveries, webhooks] = [new DeliveryStore(database), new WebhookStore(database)];
    // A transaction that PostgreSQL ends for a deadlock is begun again.
    let begun = 0;
    await inEveryOrder<EndedAttempt>({
      on: database,
      given: async () => {
        begun = 0;
        await database.query('truncate account, webhook, webhook_delivery, webhook_dispatch cascade');
        const accountId = await anAccount(database);
        const webhookId = await aWebhook(database, { accountId });
        const [id = 0] = await dueDeliveries(database, { accountId, webhookId });
        const [turn] = await turns.take({ places: 1 }, 60_000);
        return {
          delivery: { id, accountId, webhookId, token: turn?.token ?? '', tries: 0 },
          result: { statusCode: 500, error: null, durationMs: 1 },
          outcome: 'retry',
          waitMs: 1_000,
        };
      },
      contenders: {
        settle: (attempt) =>
          database.transaction(async () => {
            begun += 1;
            return settlements.settle([attempt], [], true);
          }),
        goOn: ({ delivery: { accountId, webhookId } }) =>
          database.transaction(async () => {
            begun += 1;
            const webhook = await webhooks.findLocked(accountId, webhookId);
            await deliveries.lookAt(accountId, webhookId);
            if (webhook) await webhooks.update(accountId, webhookId, { ...webhook, isActive: true });
          }),
      },
      holds: async ({ delivery: { webhookId } }) => {
        const sql = 'select failure_count as failures from webhook where id = $1';
        expect({ begun, row: await database.query(sql, [webhookId]) }).toEqual({ begun: 2, row: [{ failures: 1 }] });
      },
    });
  });
});
