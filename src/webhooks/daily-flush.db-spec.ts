import { anAccount, aWebhook, deliveryWorld, type DeliveryWorld } from '@test/support/delivery-world';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

let fixture: StoreFixture;
let world: DeliveryWorld;

beforeAll(async () => {
  fixture = await storeFixture();
  world = await deliveryWorld(fixture.database);
});
afterAll(async () => {
  await world?.close();
  await fixture?.close();
});

describe("workers that look for the day's batches at the same moment (§6.1: one delivery per day)", () => {
  const flush = (): Promise<number> => world.daily.flushDue(new AbortController().signal);

  it('make one delivery of a batch, in whatever order', async () => {
    await inEveryOrder<number>({
      on: fixture.database,
      given: async () => {
        await fixture.database.query(
          'truncate account, webhook, webhook_delivery, webhook_dispatch, webhook_bucket cascade',
        );
        const accountId = await anAccount(fixture.database);
        const eventType = 'scrape.run.finished';
        const seed = { accountId, bucketWindow: 'daily_9', eventTypes: [eventType] } as const;
        const webhookId = await aWebhook(fixture.database, seed);
        await fixture.database.query(
          `insert into webhook_bucket (account_id, webhook_id, event_type, flush_at, not_before, finished_at)
           select $1, $2, $3, at, at, at from (select clock_timestamp() - interval '1 hour' as at) hour`,
          [accountId, webhookId, eventType],
        );
        return webhookId;
      },
      contenders: { one: flush, other: flush },
      atMost: 60,
      holds: async (webhookId, { outcomes }) => {
        const deliveries = await fixture.database.query('select from webhook_delivery where webhook_id = $1', [
          webhookId,
        ]);
        const flushed = Object.values(outcomes).map((outcome) => outcome.status === 'fulfilled' && outcome.value);
        expect({ deliveries: deliveries.length, flushed: flushed.toSorted() }).toEqual({
          deliveries: 1,
          flushed: [0, 1],
        });
      },
    });
  });
});
