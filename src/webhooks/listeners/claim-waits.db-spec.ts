import { setMaxListeners } from 'node:events';
import type { Database } from '@libs/database';
import { anAccount, dueDeliveries } from '@test/support/delivery-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { ClaimWaits } from './claim-waits';
import { ClaimStore } from './persistence/claim.store';

const LONG_MS = 60_000;
const NEVER = new AbortController().signal;

/** Requests that wait for deliveries (contract §4.11: "at most 30 requests of an account wait in a process"). */
describe('ClaimWaits', () => {
  let fixture: StoreFixture;
  let database: Database;
  let waits: ClaimWaits;
  let listener: { readonly accountId: number; readonly webhookId: number };

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
  });
  afterAll(() => fixture?.close());
  beforeEach(async () => {
    waits = new ClaimWaits(new ClaimStore(database));
    waits.onModuleInit();
    const accountId = await anAccount(database);
    const [row] = await database.query<{ id: number }>(
      `insert into webhook (account_id, schema_version, last_claim_at, event_types, bucket_window, filters)
       values ($1, 3, now(), '{reviews.new}', 'immediate', '{}') returning id`,
      [accountId],
    );
    listener = { accountId, webhookId: row?.id ?? 0 };
  });
  afterEach(() => waits.onModuleDestroy());

  const wait = (signal = NEVER, ms = LONG_MS): Promise<boolean | null> =>
    waits.within(listener.accountId, () => waits.next(listener, ms, signal));

  it('wakes a request when a delivery of its listener is due, and no other', async () => {
    const gone = new AbortController();
    const other = waits.next({ ...listener, webhookId: listener.webhookId + 1_000 }, LONG_MS, gone.signal);
    const waiting = wait();
    await dueDeliveries(database, listener);
    expect(await waiting).toBe(true);
    gone.abort();
    expect(await other).toBe(false);
  });

  it('refuses the 31st request of an account at once, and takes one of another account', async () => {
    const gone = new AbortController();
    setMaxListeners(0, gone.signal);
    const all = Array.from({ length: 30 }, () => wait(gone.signal));
    expect(waits.count).toBe(30);
    expect(await wait()).toBeNull();
    const other = waits.within(listener.accountId + 1_000, () => Promise.resolve('has a place'));
    expect(await other).toBe('has a place');
    gone.abort();
    expect(new Set(await Promise.all(all))).toEqual(new Set([false]));
    expect(waits.count).toBe(0);
  });

  it('gives the place of an aborted request to the next one', async () => {
    const gone = Array.from({ length: 30 }, () => new AbortController());
    const all = gone.map(({ signal }) => wait(signal));
    gone[7]?.abort();
    await all[7];
    expect(waits.count).toBe(29);
    const next = wait(NEVER, 1);
    expect(waits.count).toBe(30);
    gone.forEach((one) => one.abort());
    expect(await next).toBe(false);
    await Promise.all(all);
  });

  it('ends all waits when the process stops, and refuses later ones', async () => {
    const waiting = wait();
    waits.close();
    expect([await waiting, await wait(), await waits.next(listener, LONG_MS, NEVER)]).toEqual([false, null, false]);
  });
});
