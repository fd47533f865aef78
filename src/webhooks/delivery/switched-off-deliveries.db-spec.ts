import type { Database } from '@libs/database';
import { SwitchStore } from '@src/switches';
import { deliverySuite } from '@test/support/delivery-suite';
import {
  aWebhook,
  deliveriesOf,
  deliveryHarness,
  dueDeliveries,
  type DeliveryHarness,
} from '@test/support/delivery-harness';
import type { StoreFixture } from '@test/support/store-fixture';
import { DeliveryQuery } from '../subscriptions/persistence/delivery.query';
import { HeldDeliveriesStore } from '../subscriptions/persistence/held-deliveries.store';

const [GOOGLE, YELP] = [7, 8];

let fixture: StoreFixture;
let database: Database;
let harness: DeliveryHarness;
let accountId: number;
let switches: SwitchStore;
const { receiver, afterTest } = deliverySuite((suite) => ({ fixture, database, accountId } = suite));

const turnOff = (source: number | null): Promise<unknown> => switches.turnOff('webhooks', source, null);
/** As `OperatorSwitches` does it. */
const turnOn = (source: number | null): Promise<void> =>
  database.transaction(async () => {
    await switches.turnOn('webhooks', source);
    if (source !== null) await new HeldDeliveriesStore(database).makeDue(source);
  });
const idsOf = (server: { readonly received: readonly { readonly headers: Record<string, unknown> }[] }): number[] =>
  server.received.map(({ headers }) => Number(headers['x-hrev-delivery-id']));

/** A webhook with one due delivery for each of these sets of sources, in this order. */
async function deliveriesWith(target: string, ...sources: readonly (readonly number[] | null)[]) {
  const webhookId = await aWebhook(database, { accountId, target });
  const ids = await dueDeliveries(database, { accountId, webhookId }, sources.length);
  for (const [index, sourceIds] of sources.entries())
    await database.query(
      `update webhook_delivery set source_ids = $2, next_attempt_at = next_attempt_at - interval '1 second' + $3 * interval '1 millisecond'
       where id = $1`,
      [ids[index], sourceIds, index],
    );
  return { webhookId, ids };
}

beforeEach(async () => {
  switches = new SwitchStore(database);
  await database.query('truncate switch_off');
  // One attempt at a time, so that the order of the requests is that of the attempts.
  harness = await deliveryHarness(database, { HREV_WEBHOOK_CONCURRENCY: '1' });
  afterTest(() => harness.close());
});

describe('deliveries that the operator has switched off (contract §4.17)', () => {
  it('wait without an attempt, and are sent in their order after they are switched on', async () => {
    const server = await receiver();
    await turnOff(null);
    const { webhookId, ids } = await deliveriesWith(server.origin, [GOOGLE], null, [YELP], [GOOGLE, YELP], [YELP]);
    const before = await deliveriesOf(database, webhookId);
    expect(await harness.deliverDue()).toBe(0);
    expect(await deliveriesOf(database, webhookId)).toEqual(before);
    await turnOn(null);
    expect(await harness.deliverDue()).toBe(5);
    expect(idsOf(server)).toEqual(ids);
  });

  it('of reviews of one platform wait, also together with those of others; the others are sent', async () => {
    const server = await receiver();
    await turnOff(GOOGLE);
    const { webhookId, ids } = await deliveriesWith(server.origin, [GOOGLE], null, [YELP], [GOOGLE, YELP], [YELP]);
    const [ofGoogle, ofNone, ofYelp, ofBoth, last] = ids as [number, number, number, number, number];
    expect(await harness.deliverDue()).toBe(3);
    expect(idsOf(server)).toEqual([ofNone, ofYelp, last]);
    const waiting = (await deliveriesOf(database, webhookId)).filter(({ state }) => state === 'pending');
    expect(waiting.map(({ id, attempts }) => [id, attempts])).toEqual([
      [ofGoogle, 0],
      [ofBoth, 0],
    ]);
    expect(await harness.deliverDue()).toBe(0);
    await turnOn(GOOGLE);
    expect(await harness.deliverDue()).toBe(2);
    expect(idsOf(server).slice(3)).toEqual([ofGoogle, ofBoth]);
  });

  it('are taken up by the switch, and at the latest a minute later by the worker', async () => {
    const server = await receiver();
    await turnOff(GOOGLE);
    await deliveriesWith(server.origin, [GOOGLE]);
    expect(await harness.deliverDue()).toBe(0);
    const [dispatch] = await database.query<{ seconds: number }>(
      'select extract(epoch from next_due_at - clock_timestamp())::float8 as seconds from webhook_dispatch',
    );
    expect(dispatch?.seconds).toBeGreaterThan(50);
    expect(dispatch?.seconds).toBeLessThanOrEqual(60);
    // The process that switched it on did not reach the rows of the webhooks.
    await switches.turnOn('webhooks', GOOGLE);
    expect(await harness.deliverDue()).toBe(0);
    await database.query(`update webhook_dispatch set next_due_at = next_due_at - interval '1 minute'`);
    expect(await harness.deliverDue()).toBe(1);
  });

  it('of one platform do not delay the retry of another one', async () => {
    const server = await receiver((_, number) => (number === 1 ? 500 : 200));
    await turnOff(GOOGLE);
    const { webhookId } = await deliveriesWith(server.origin, [GOOGLE], [YELP]);
    expect(await harness.deliverDue()).toBe(1);
    const [retry] = (await deliveriesOf(database, webhookId)).filter(({ attempts }) => attempts === 1);
    const [dispatch] = await database.query<{ dueAt: Date }>('select next_due_at as "dueAt" from webhook_dispatch');
    expect(dispatch?.dueAt).toEqual(retry?.next_attempt_at);
  });

  it('in flight end, and no further one begins under the lease', async () => {
    const server = await receiver(async (_, number) => {
      if (number === 1) await turnOff(null);
      return 200;
    });
    const { webhookId, ids } = await deliveriesWith(server.origin, [GOOGLE], [GOOGLE], [GOOGLE]);
    expect(await harness.deliverDue()).toBe(1);
    const states = (await deliveriesOf(database, webhookId)).map(({ state }) => state);
    expect(states).toEqual(['success', 'pending', 'pending']);
    await turnOn(null);
    expect(await harness.deliverDue()).toBe(2);
    expect(idsOf(server)).toEqual(ids);
  });

  it('are not sent by another process either, and are sent once after they are switched on', async () => {
    const server = await receiver();
    const second = await deliveryHarness({ databaseUrl: fixture.url });
    afterTest(() => second.close());
    const { ids } = await deliveriesWith(server.origin, [GOOGLE], [GOOGLE], [YELP]);
    await turnOff(null);
    expect(await Promise.all([harness.deliverDue(), second.deliverDue()])).toEqual([0, 0]);
    await turnOn(null);
    await Promise.all([harness.deliverDue(), second.deliverDue()]);
    expect(idsOf(server).sort((a, b) => a - b)).toEqual(ids);
  });

  it('show since when they wait', async () => {
    const { webhookId, ids } = await deliveriesWith('http://127.0.0.1:9/', [GOOGLE], null, [YELP]);
    const query = new DeliveryQuery(database);
    const held = async (): Promise<readonly boolean[]> => {
      const all = { state: null, event: null, since: null, until: null };
      const { deliveries } = await query.page(accountId, webhookId, all, { limit: 10, offset: 0 });
      return ids.map((id) => deliveries.find((delivery) => delivery.id === id)?.switchedOffSince instanceof Date);
    };
    expect(await held()).toEqual([false, false, false]);
    await turnOff(GOOGLE);
    expect(await held()).toEqual([true, false, false]);
    await turnOff(null);
    expect(await held()).toEqual([true, true, true]);
  });
});
