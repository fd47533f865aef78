import type { Database } from '@libs/database';
import { anAccount, aWebhook, dueDeliveries } from '@test/support/delivery-harness';
import { whileRowsAreLocked } from '@test/support/held-rows';
import { inEveryOrder } from '@test/support/interleaving';
import { rowsRead } from '@test/support/rows-read';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { BEFORE_ALL, type LeaseGrant } from '../domain/webhook-lease';
import { WebhookLeaseStore } from './webhook-lease.store';

const LEASE_MS = 60_000;

let fixture: StoreFixture;
let database: Database;
let leases: WebhookLeaseStore;

beforeAll(async () => {
  fixture = await storeFixture();
  database = fixture.database;
  leases = new WebhookLeaseStore(database);
});
afterAll(() => fixture.close());
beforeEach(() =>
  database.query(
    'truncate account, webhook, webhook_delivery, webhook_past_attempt, webhook_dispatch, webhook_worker cascade',
  ),
);

/** Inserts webhooks of one account, each with this many due deliveries. The first was served least recently. */
async function webhooksDue(...deliveries: readonly number[]): Promise<{ accountId: number; ids: number[] }> {
  const accountId = await anAccount(database);
  const ids: number[] = [];
  for (const count of deliveries) {
    const webhookId = await aWebhook(database, { accountId });
    await dueDeliveries(database, { accountId, webhookId }, count);
    await database.query(
      `update webhook_dispatch set last_served_at = timestamptz '2026-01-01' + $2 * interval '1 hour' where webhook_id = $1`,
      [webhookId, ids.length],
    );
    ids.push(webhookId);
  }
  return { accountId, ids };
}

/** Slots by webhook, in the order of `ids`. */
const slotsOf = (ids: readonly number[], grants: readonly LeaseGrant[]): number[] =>
  ids.map((id) => grants.find((grant) => grant.webhookId === id)?.slots ?? 0);

describe('acquiring leases', () => {
  it.each<[string, readonly number[], number, readonly number[]]>([
    ['at most 4 slots for a webhook', [10], 64, [4]],
    ['at most as many slots as deliveries', [2, 1], 64, [2, 1]],
    [
      'at most 16 slots for an account, one for each webhook before the second of any',
      [9, 9, 9, 9, 9, 9],
      64,
      [3, 3, 3, 3, 2, 2],
    ],
    ['slots for the least recently served webhooks first', [1, 1, 1], 2, [1, 1, 0]],
    ['one slot for each webhook before the second of any', [9, 9, 9], 4, [2, 1, 1]],
    ['no slots without a due delivery', [0], 64, [0]],
  ])('grants %s', async (_, deliveries, slots, expectedSlots) => {
    const { ids } = await webhooksDue(...deliveries);
    expect(slotsOf(ids, await leases.acquire({ slots }, LEASE_MS))).toEqual(expectedSlots);
  });

  it('grants one slot for a webhook that timed out', async () => {
    const { ids } = await webhooksDue(9);
    await database.query('update webhook_dispatch set timed_out = true');
    expect(slotsOf(ids, await leases.acquire({ slots: 64 }, LEASE_MS))).toEqual([1]);
  });

  it.each([
    ['half of the slots of their account', 64, 64, 8],
    ['the slow slots of the process', 64, 3, 3],
    ['no slots if the process has no slow slots', 64, 0, 0],
  ])(
    'grants slow webhooks %s together, and other webhooks all their slots',
    async (_, slots, slowSlots, expectedSlots) => {
      const { ids } = await webhooksDue(...Array<number>(20).fill(9));
      await database.query('update webhook_dispatch set timed_out = true');
      const grants = slotsOf(ids, await leases.acquire({ slots, slowSlots }, LEASE_MS));
      expect(grants.reduce((sum, count) => sum + count, 0)).toBe(expectedSlots);
      await database.query('update webhook_dispatch set timed_out = false where webhook_id = $1', [ids[19]]);
      expect(slotsOf(ids, await leases.acquire({ slots, slowSlots: 0 }, LEASE_MS))[19]).toBe(4);
    },
  );

  it.each<[string, number, number]>([
    ['the process has no slow slots', 0, 0],
    ['they already have half of the slots of their account', 8, 64],
  ])('grants slots to other webhooks if slow ones get none, because %s', async (_, leased, slowSlots) => {
    const { ids } = await webhooksDue(...Array<number>(leased).fill(1), 9, 9, 9);
    await database.query('update webhook_dispatch set timed_out = webhook_id <> $1', [ids.at(-1)]);
    expect(leased === 0 ? [] : await leases.acquire({ slots: leased }, LEASE_MS)).toHaveLength(leased);
    const granted = slotsOf(ids.slice(leased), await leases.acquire({ slots: 2, slowSlots }, LEASE_MS));
    expect(granted).toEqual([0, 0, 2]);
  });

  it('counts slots of other processes for the account, and does not acquire their leases', async () => {
    const { ids } = await webhooksDue(9, 9, 9, 9, 9);
    expect(slotsOf(ids, await leases.acquire({ slots: 14 }, LEASE_MS))).toEqual([3, 3, 3, 3, 2]);
    expect(await leases.acquire({ slots: 64 }, LEASE_MS)).toEqual([]);
    const [newId] = (await webhooksDue(9)).ids;
    expect((await leases.acquire({ slots: 64 }, LEASE_MS)).map((grant) => grant.webhookId)).toEqual([newId]);
  });

  it.each<[string, string, readonly number[], readonly number[], readonly number[]]>([
    ['has free slots', 'select', [9, 9, 9], [4, 0, 0], [0, 4, 4]],
    ['has free slots, but all due deliveries fit into this process', 'select', [2, 2, 2], [2, 2, 2], [0, 0, 0]],
    ['has no free slots', 'update webhook_worker set free = 0', [9, 9, 9], [2, 2, 2], [0, 0, 0]],
    [
      'does not poll',
      `update webhook_worker set seen_at = now() - interval '4 seconds'`,
      [9, 9, 9],
      [2, 2, 2],
      [0, 0, 0],
    ],
  ])(
    'leaves webhooks to another process only if that process can serve them (it %s, F23)',
    async (_, change, deliveries, ownSlots, otherSlots) => {
      const other = new WebhookLeaseStore(database);
      expect(await other.acquire({ slots: 64 }, LEASE_MS)).toEqual([]);
      await database.query(change);
      const { ids } = await webhooksDue(...deliveries);
      expect(slotsOf(ids, await leases.acquire({ slots: 6 }, LEASE_MS))).toEqual(ownSlots);
      expect(slotsOf(ids, await other.acquire({ slots: 64 }, LEASE_MS))).toEqual(otherSlots);
    },
  );

  it.each<[number, readonly number[]]>([
    [64, [0, 0]],
    [3, [3, 0]],
    [1, [3, 0]],
  ])(
    'if a webhook needs more slots than are free, and another process has %i free slots, grants %j',
    async (free, expectedSlots) => {
      await new WebhookLeaseStore(database).acquire({ slots: free }, LEASE_MS);
      const { ids } = await webhooksDue(9, 9);
      expect(slotsOf(ids, await leases.acquire({ slots: 3 }, LEASE_MS))).toEqual(expectedSlots);
    },
  );

  it('never exceeds the limit of an account, in any order of the statements of two processes', async () => {
    const report = await inEveryOrder({
      on: database,
      given: async () => {
        await database.query('truncate webhook_worker');
        const { accountId } = await webhooksDue(...Array<number>(20).fill(9));
        return { accountId, one: new WebhookLeaseStore(database), other: new WebhookLeaseStore(database) };
      },
      contenders: {
        A: ({ one }) => one.acquire({ slots: 10 }, LEASE_MS),
        B: ({ other }) => other.acquire({ slots: 16 }, LEASE_MS),
      },
      holds: async ({ accountId }) => {
        const [granted] = await database.query<{ slots: number }>(
          'select sum(slots) as slots from webhook_dispatch where account_id = $1 and lease_until > now()',
          [accountId],
        );
        expect(granted?.slots).toBe(16);
        await database.query('update webhook_dispatch set next_due_at = null where account_id = $1', [accountId]);
      },
    });
    expect(report.leftOut).toBe(0);
  });

  it("adds slots to the caller's leases after it has leased other due webhooks", async () => {
    const { ids } = await webhooksDue(9);
    const [ownLease] = await leases.acquire({ slots: 1 }, LEASE_MS);
    const other = await webhooksDue(1);
    const grants = await leases.acquire({ slots: 3, growing: [ownLease?.token ?? ''] }, LEASE_MS);
    expect(slotsOf([...ids, ...other.ids], grants)).toEqual([2, 1]);
    expect(grants.find((grant) => grant.webhookId === ownLease?.webhookId)?.token).toBe(ownLease?.token);
    expect(slotsOf(ids, await leases.acquire({ slots: 64, growing: [ownLease?.token ?? ''] }, LEASE_MS))).toEqual([1]);
  });

  it('reads no deliveries for a lease of the caller that has all its slots', async () => {
    await webhooksDue(9);
    const [ownLease] = await leases.acquire({ slots: 4 }, LEASE_MS);
    const growing = [ownLease?.token ?? ''];
    expect(ownLease?.slots).toBe(4);
    expect(await rowsRead(database, 'webhook_delivery', () => leases.acquire({ slots: 64, growing }, LEASE_MS))).toBe(
      0,
    );
  });

  it('skips a webhook whose row another transaction has locked', async () => {
    const { ids } = await webhooksDue(1, 1);
    const lock = 'select from webhook_dispatch where webhook_id = $1 for update';
    const grants = await whileRowsAreLocked(database, lock, [ids[0]], () => leases.acquire({ slots: 64 }, LEASE_MS));
    expect(slotsOf(ids, grants)).toEqual([0, 1]);
  });

  it('acquires a webhook with an expired lease, under another token (F3, F35)', async () => {
    const { ids } = await webhooksDue(9);
    const [expiredLease] = await leases.acquire({ slots: 64 }, 0);
    const [newLease] = await leases.acquire({ slots: 64 }, LEASE_MS);
    expect([newLease?.webhookId, newLease?.slots]).toEqual([ids[0], 4]);
    expect(newLease?.token).not.toBe(expiredLease?.token);
  });

  it('reschedules a paused webhook in a minute, and never a deleted one', async () => {
    const { ids } = await webhooksDue(1, 1);
    await database.query('update webhook set is_active = false where id = $1', [ids[0]]);
    await database.query('delete from webhook where id = $1', [ids[1]]);
    expect(await leases.acquire({ slots: 64 }, LEASE_MS)).toEqual([]);
    const rescheduled = await database.query(
      `select round(extract(epoch from next_due_at - clock_timestamp()) / 10) * 10 as seconds
       from webhook_dispatch order by webhook_id`,
    );
    expect(rescheduled).toEqual([{ seconds: 60 }, { seconds: null }]);
  });

  it.each([
    ['suspended', `update account set status = 'suspended' where id = $1`],
    ['over its trial', 'update account set trial_ends_at = clock_timestamp() where id = $1'],
  ])(
    'acquires no webhook of an account that is %s, reschedules it in a minute, and acquires the others',
    async (_, change) => {
      const stopped = await webhooksDue(1);
      const others = await webhooksDue(1);
      await database.query(change, [stopped.accountId]);
      const acquired = await leases.acquire({ slots: 1 }, LEASE_MS);
      const again = await leases.acquire({ slots: 1 }, LEASE_MS);
      expect([...acquired, ...again].map(({ webhookId }) => webhookId)).toEqual(others.ids);
      const [{ seconds } = {}] = await database.query<{ seconds?: number }>(
        `select round(extract(epoch from next_due_at - clock_timestamp()) / 10) * 10 as seconds
       from webhook_dispatch where webhook_id = $1`,
        [stopped.ids[0]],
      );
      expect(seconds).toBe(60);
    },
  );
});

describe('reading the due deliveries of a lease', () => {
  it('reads in the order of times and ids, after the delivery that was read last', async () => {
    const { accountId, ids } = await webhooksDue(3);
    const [lease] = (await leases.acquire({ slots: 2 }, LEASE_MS)) as [LeaseGrant];
    const first = await leases.due([{ lease: { ...lease, after: BEFORE_ALL }, count: 2 }], 0);
    const rest = await leases.due([{ lease: { ...lease, after: first[1] ?? BEFORE_ALL }, count: 2 }], 0);
    const all = await database.query<{ id: number }>(
      'select id from webhook_delivery where account_id = $1 and webhook_id = $2 order by id',
      [accountId, ids[0]],
    );
    expect([...first, ...rest].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it.each<[string, string]>([
    ['paused', 'update webhook set is_active = false'],
    ['deleted', 'delete from webhook'],
    ['of a suspended account', `update account set status = 'suspended'`],
    ['of an account whose trial is over', `update account set trial_ends_at = clock_timestamp()`],
    ['leased by another process', 'update webhook_dispatch set lease_token = gen_random_uuid()'],
    [
      'leased for too short a time',
      `update webhook_dispatch set lease_until = clock_timestamp() + interval '1 second'`,
    ],
  ])('reads no delivery of a webhook that is %s', async (_, change) => {
    await webhooksDue(3);
    const [lease] = (await leases.acquire({ slots: 2 }, LEASE_MS)) as [LeaseGrant];
    await database.query(change);
    expect(await leases.due([{ lease: { ...lease, after: BEFORE_ALL }, count: 2 }], 5_000)).toEqual([]);
  });

  it('reads no settled or later deliveries, also with fresh statistics', async () => {
    const { accountId, ids } = await webhooksDue(500);
    await database.query(
      `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, state, settled_at)
       select nextval('webhook_delivery_id'), $1, $2, 'reviews.new', 1, '', 'success', now() from generate_series(1, 5000)`,
      [accountId, ids[0]],
    );
    await database.query('analyze webhook_delivery');
    const [lease] = (await leases.acquire({ slots: 2 }, LEASE_MS)) as [LeaseGrant];
    const rowCount = await rowsRead(database, 'webhook_delivery', () =>
      leases.due([{ lease: { ...lease, after: BEFORE_ALL }, count: 2 }], 0),
    );
    expect(rowCount).toBeLessThan(10);
  });
});
