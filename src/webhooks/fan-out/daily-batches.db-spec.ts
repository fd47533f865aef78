import { anAccount, aWebhook, deliveryHarness, type DeliveryHarness } from '@test/support/delivery-harness';
import { whileRowsAreLocked, whileTransactionIsOpen } from '@test/support/held-rows';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { DailyBatchStore } from './persistence/daily-batch.store';

let fixture: StoreFixture;
let harness: DeliveryHarness;

beforeAll(async () => {
  fixture = await storeFixture();
  harness = await deliveryHarness(fixture.database);
});
afterAll(async () => {
  await harness?.close();
  await fixture?.close();
});

const EVENT = 'scrape.run.finished';

/** Inserts a webhook of a new account with a due batch. Returns the id of the webhook. */
async function aDueBatch(): Promise<number> {
  const accountId = await anAccount(fixture.database);
  const webhookId = await aWebhook(fixture.database, { accountId, batchWindow: 'daily_9', eventTypes: [EVENT] });
  await fixture.database.query(
    `insert into webhook_bucket (account_id, webhook_id, event_type, flush_at, not_before, finished_at)
     select $1, $2, $3, at, at, at from (select clock_timestamp() - interval '1 hour' as at) hour`,
    [accountId, webhookId, EVENT],
  );
  return webhookId;
}
const deleteBatches = (): Promise<unknown> =>
  fixture.database.query('truncate account, webhook, webhook_delivery, webhook_dispatch, webhook_bucket cascade');

describe('workers that flush daily batches concurrently (contract §6.1: one delivery per day)', () => {
  const flush = (): Promise<number> => harness.daily.flushDue(new AbortController().signal);

  it('create one delivery of a batch, in every order', async () => {
    await inEveryOrder<number>({
      on: fixture.database,
      given: async () => {
        await deleteBatches();
        return aDueBatch();
      },
      contenders: { one: flush, other: flush },
      atMost: 60,
      holds: async (webhookId, { outcomes }) => {
        const deliveries = await fixture.database.query('select from webhook_delivery where webhook_id = $1', [
          webhookId,
        ]);
        const flushCounts = Object.values(outcomes).map((outcome) => outcome.status === 'fulfilled' && outcome.value);
        expect({ deliveries: deliveries.length, flushCounts: flushCounts.toSorted() }).toEqual({
          deliveries: 1,
          flushCounts: [0, 1],
        });
      },
    });
  });

  it('claim the next batch if another process has locked the first, and none if all are locked', async () => {
    await deleteBatches();
    const ids = [await aDueBatch(), await aDueBatch()];
    const store = new DailyBatchStore(fixture.database);
    const lock = 'select from webhook_bucket where webhook_id = any($1::bigint[]) for update';
    const dueWhileLocked = (lockedIds: readonly number[]) =>
      whileRowsAreLocked(fixture.database, lock, [lockedIds], () => store.due([EVENT]));
    expect(await dueWhileLocked(ids.slice(0, 1))).toMatchObject({ webhookId: ids[1] });
    expect(await dueWhileLocked(ids)).toBeNull();
  });

  it('block the deletion of a webhook while its delivery is created', async () => {
    await deleteBatches();
    const webhookId = await aDueBatch();
    const store = new DailyBatchStore(fixture.database);
    const deletion = whileTransactionIsOpen(
      fixture.database,
      () => store.due([EVENT]),
      () => fixture.database.query('delete from webhook where id = $1', [webhookId]),
    );
    await expect(deletion).rejects.toThrow('it waited for a lock of the other transaction');
  });
});
