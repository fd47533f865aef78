import type { Database } from '@libs/database';
import { anAccount, aWebhook, dueDeliveries } from '@test/support/delivery-harness';
import { whileRowsAreLocked, whileTransactionIsOpen } from '@test/support/held-rows';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { DeliveryPurgeStore } from './delivery-purge.store';
import { DeliveryStore } from '../../subscriptions/persistence/delivery.store';

let fixture: StoreFixture;
let database: Database;
let purges: DeliveryPurgeStore;

beforeAll(async () => {
  fixture = await storeFixture();
  database = fixture.database;
  purges = new DeliveryPurgeStore(database);
});
afterAll(() => fixture?.close());

/** Inserts deliveries of a new webhook that were settled 31 days ago. */
async function oldDeliveries(count: number) {
  const accountId = await anAccount(database);
  const webhookId = await aWebhook(database, { accountId });
  const ids = await dueDeliveries(database, { accountId, webhookId }, count);
  await database.query(
    `update webhook_delivery set state = 'success', next_attempt_at = null,
       settled_at = clock_timestamp() - interval '31 days' where webhook_id = $1`,
    [webhookId],
  );
  return { accountId, webhookId, ids };
}

describe('purging deliveries that were settled 30 days ago (contract §6.5)', () => {
  it('is limited to one process at a time', async () => {
    expect(
      await whileTransactionIsOpen(
        database,
        () => purges.tryToPurge(),
        () => purges.tryToPurge(),
      ),
    ).toBe(false);
    expect(await database.transaction(() => purges.tryToPurge())).toBe(true);
  });

  it('skips a delivery that is being redelivered', async () => {
    const { ids, webhookId } = await oldDeliveries(2);
    const lock = 'select from webhook_delivery where id = $1 for update';
    expect(await whileRowsAreLocked(database, lock, [ids[0]], () => purges.purgeSettled())).toBe(1);
    const remaining = await database.query('select id from webhook_delivery where webhook_id = $1', [webhookId]);
    expect(remaining).toEqual([{ id: ids[0] }]);
    expect(await purges.purgeSettled()).toBe(1);
  });
});

describe('removing listeners (contract §4.11)', () => {
  it('removes those without a claim for 7 days, recorded as by the service, and then their deliveries', async () => {
    const accountId = await anAccount(database);
    const listener = async (age: string): Promise<number> => {
      const [row] = await database.query<{ id: number }>(
        `insert into webhook (account_id, schema_version, last_claim_at, event_types, bucket_window, filters)
         values ($1, 3, now() - $2::interval, '{reviews.new}', 'immediate', '{}') returning id`,
        [accountId, age],
      );
      return row?.id ?? 0;
    };
    const [idle, used] = [await listener('7 days 1 minute'), await listener('6 days 23 hours')];
    const webhook = await aWebhook(database, { accountId });
    for (const webhookId of [idle, used]) await dueDeliveries(database, { accountId, webhookId }, 2);
    await database.query(
      `insert into webhook_claim (delivery_id, account_id, webhook_id, token, lease_until, tries, attempts)
       select id, account_id, webhook_id, gen_random_uuid(), now(), 0, 0 from webhook_delivery where webhook_id = $1`,
      [idle],
    );
    expect(await database.transaction(() => purges.purgeIdleListeners())).toBe(1);
    expect(await database.transaction(() => purges.purgeIdleListeners())).toBe(0);
    while ((await database.transaction(() => purges.purgeDeleted())) > 0);
    const left = await database.query('select id from webhook where account_id = $1 order by id', [accountId]);
    expect(left).toEqual([{ id: used }, { id: webhook }]);
    const deliveries = await database.query(
      'select distinct webhook_id as id from webhook_delivery where account_id = $1',
      [accountId],
    );
    expect(deliveries).toEqual([{ id: used }]);
    const entries = await database.query(
      `select action, actor, target_id as id from audit_entry where account_id = $1 and action = 'webhook.removed'`,
      [accountId],
    );
    expect(entries).toMatchObject([{ id: idle }]);
  });
});

describe('purging the headers and responses of attempts', () => {
  it('removes those of more than 7 days ago, and those of the deliveries of a deleted webhook', async () => {
    const { accountId, webhookId, ids } = await oldDeliveries(2);
    const exchanges = () =>
      database.query('select delivery_id as id from webhook_exchange where account_id = $1', [accountId]);
    await database.query(
      `insert into webhook_exchange (delivery_id, number, account_id, started_at, request_headers)
       select id, 1, $1, now() - age, '{}' from unnest($2::bigint[], '{6 days,8 days}'::interval[]) x (id, age)`,
      [accountId, ids],
    );
    await database.query(
      'insert into webhook_dispatch (webhook_id, account_id) values ($1, $2) on conflict do nothing',
      [webhookId, accountId],
    );
    expect(await purges.purgeExchanges()).toBe(1);
    expect(await exchanges()).toEqual([{ id: ids[0] }]);
    await database.query('delete from webhook where id = $1', [webhookId]);
    while ((await purges.purgeDeleted()) > 0);
    expect(await exchanges()).toEqual([]);
  });
});

describe('purging the rows of a deleted webhook', () => {
  const remainingRows = (webhookId: number): Promise<Record<string, unknown>[]> =>
    database.query(
      `select (select count(*)::int from webhook_item where webhook_id = $1) as items,
         (select count(*)::int from webhook_delivery where webhook_id = $1) as deliveries,
         (select count(*)::int from webhook_dispatch where webhook_id = $1) as dispatches`,
      [webhookId],
    );

  it('removes items, then deliveries, then the dispatch row, in batches', async () => {
    const accountId = await anAccount(database);
    const webhookId = await aWebhook(database, { accountId });
    await dueDeliveries(database, { accountId, webhookId }, 2_500);
    await database.query(
      `insert into webhook_item (account_id, webhook_id, event_type, review_id, occurrence)
       select $1, $2, 'reviews.new', n, 0 from generate_series(1, 12_000) n`,
      [accountId, webhookId],
    );
    await database.query('delete from webhook where id = $1', [webhookId]);
    const afterEachBatch: unknown[] = [];
    while ((await database.transaction(() => purges.purgeDeleted())) > 0)
      afterEachBatch.push(...(await remainingRows(webhookId)));
    expect(afterEachBatch).toEqual([
      { items: 7_000, deliveries: 2_500, dispatches: 1 },
      { items: 2_000, deliveries: 2_500, dispatches: 1 },
      { items: 0, deliveries: 1_500, dispatches: 1 },
      { items: 0, deliveries: 500, dispatches: 1 },
      { items: 0, deliveries: 0, dispatches: 0 },
    ]);
  });
});

describe('a redelivery that is concurrent with a purge (contract §6.5)', () => {
  it('leaves the delivery pending if the request succeeded, in every order', async () => {
    const deliveries = new DeliveryStore(database);
    await inEveryOrder<{ readonly accountId: number; readonly webhookId: number; readonly id: number }>({
      on: database,
      given: async () => {
        const { accountId, webhookId, ids } = await oldDeliveries(1);
        return { accountId, webhookId, id: ids[0] ?? 0 };
      },
      contenders: {
        redeliver: ({ accountId, webhookId, id }) =>
          database.transaction(() => deliveries.makeDeliveryDue(accountId, webhookId, id)),
        purge: () => database.transaction(() => purges.purgeSettled()),
      },
      holds: async ({ id }, { outcomes }) => {
        const [row] = await database.query<{ state: string }>('select state from webhook_delivery where id = $1', [id]);
        const response = outcomes['redeliver']?.status === 'fulfilled' && outcomes['redeliver'].value;
        expect(row?.state ?? null).toBe(response === null ? null : 'pending');
      },
    });
  });
});
