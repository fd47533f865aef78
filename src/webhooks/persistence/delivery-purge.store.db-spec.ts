import { anAccount, aWebhook, dueDeliveries } from '@test/support/delivery-world';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { DeliveryPurgeStore } from './delivery-purge.store';
import { DeliveryStore } from './delivery.store';

describe('a delivery that is redelivered when it is old enough to be purged (decisions §8)', () => {
  let fixture: StoreFixture;
  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture?.close());

  it('is pending where the client was told so, in whatever order', async () => {
    const { database } = fixture;
    const [purges, deliveries] = [new DeliveryPurgeStore(database), new DeliveryStore(database)];
    await inEveryOrder<{ readonly accountId: number; readonly webhookId: number; readonly id: number }>({
      on: database,
      given: async () => {
        const accountId = await anAccount(database);
        const webhookId = await aWebhook(database, { accountId });
        const [id = 0] = await dueDeliveries(database, { accountId, webhookId });
        await database.query(
          `update webhook_delivery set state = 'success', next_attempt_at = null,
             settled_at = clock_timestamp() - interval '31 days' where id = $1`,
          [id],
        );
        return { accountId, webhookId, id };
      },
      contenders: {
        redeliver: ({ accountId, webhookId, id }) =>
          database.transaction(() => deliveries.demand(accountId, webhookId, id)),
        purge: () => database.transaction(() => purges.purgeSettled()),
      },
      holds: async ({ id }, { outcomes }) => {
        const [row] = await database.query<{ state: string }>('select state from webhook_delivery where id = $1', [id]);
        const answer = outcomes['redeliver']?.status === 'fulfilled' && outcomes['redeliver'].value;
        expect(row?.state ?? null).toBe(answer === null ? null : 'pending');
      },
    });
  });
});
