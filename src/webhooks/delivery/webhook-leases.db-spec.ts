import type { Database } from '@libs/database';
import { DeliveryStore } from '../subscriptions/persistence/delivery.store';
import { deliverySuite } from '@test/support/delivery-suite';
import {
  anAccount,
  aWebhook,
  deliveriesOf,
  deliveryWorld,
  dueDeliveries,
  onlyDelivery,
  rowOfWebhook,
  timePasses,
  leasesHeld,
  type DeliveryRow,
  type DeliveryWorld,
} from '@test/support/delivery-world';
import type { StoreFixture } from '@test/support/store-fixture';
import type { WebhookReceiver } from '@test/support/webhook-receiver';

let fixture: StoreFixture;
let database: Database;
let world: DeliveryWorld;
let accountId: number;
const { receiver } = deliverySuite((suite) => ({ fixture, database, world, accountId } = suite));

/** A receiver whose first response has that status, and is sent when the function that `first` resolves to is called. */
async function holdingFirst(status: number): Promise<{
  readonly server: WebhookReceiver;
  readonly first: Promise<() => void>;
}> {
  let began: (answer: () => void) => void;
  const first = new Promise<() => void>((resolve) => (began = resolve));
  const server = await receiver((_, number) =>
    number > 1 ? 200 : new Promise((resolve) => began(() => resolve(status))),
  );
  return { server, first };
}

const only = (webhookId: number): Promise<DeliveryRow> => onlyDelivery(database, webhookId);
const webhookRow = (id: number): Promise<Record<string, unknown>> => rowOfWebhook(database, id);

describe('leases (F4, F21, F35)', () => {
  it('after a worker died between the 200 and its commit, the delivery is sent again: same id, same bytes, new signature (F4)', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    // The receiver has answered, and the worker dies before it stores the result. Only the lease is left.
    jest.spyOn(world.settlements, 'settle').mockRejectedValue(new Error('killed'));
    expect(await world.deliverDue()).toBe(1);
    jest.restoreAllMocks();
    expect(await only(webhookId)).toMatchObject({ state: 'pending', attempts: 0 });
    expect([await world.deliverDue(), await leasesHeld(database)]).toEqual([0, 1]);
    const secondsLater = Date.now() + 2_000;
    jest.spyOn(Date, 'now').mockReturnValue(secondsLater);
    await timePasses(database);
    expect(await world.deliverDue()).toBe(1);
    jest.restoreAllMocks();
    expect(await only(webhookId)).toMatchObject({ state: 'success', attempts: 1 });
    const [first, second] = server.received;
    expect(server.received).toHaveLength(2);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['x-hrev-delivery-id']).toBe(first?.headers['x-hrev-delivery-id']);
    expect(second?.headers['x-hrev-timestamp']).not.toBe(first?.headers['x-hrev-timestamp']);
    expect(second?.headers['x-hrev-signature']).not.toBe(first?.headers['x-hrev-signature']);
  });

  it('discards results of a worker that lost its lease (F35)', async () => {
    const { server, first } = await holdingFirst(500);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    const stale = world.deliverDue();
    const answer = await first;
    // This worker does not poll again: it would acquire the expired lease itself.
    await world.deliveries.poll();
    await timePasses(database);
    const other = await deliveryWorld({ databaseUrl: fixture.url });
    expect(await other.deliverDue()).toBe(1);
    await other.close();
    expect(await only(webhookId)).toMatchObject({ state: 'success', attempts: 1, last_status_code: 200 });
    answer();
    expect(await stale).toBe(1);
    expect(await only(webhookId)).toMatchObject({ state: 'success', attempts: 1, last_status_code: 200 });
    expect(await database.query('select number, status_code from webhook_attempt')).toEqual([
      { number: 1, status_code: 200 },
    ]);
    expect(await webhookRow(webhookId)).toMatchObject({ failure_count: 0 });
    expect(await leasesHeld(database)).toBe(0);
  });

  it('does not send a delivery twice at the same time where it is redelivered while in flight', async () => {
    const { server, first } = await holdingFirst(200);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    const [id = 0] = await dueDeliveries(database, { accountId, webhookId });
    const delivering = world.deliverDue();
    const answer = await first;
    await database.transaction(() => new DeliveryStore(database).makeDeliveryDue(accountId, webhookId, id));
    await dueDeliveries(database, { accountId, webhookId });
    await world.deliveries.poll();
    while ((await deliveriesOf(database, webhookId))[1]?.state !== 'success') {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    answer();
    expect(await delivering).toBe(2);
    expect(server.received.map((got) => got.headers['x-hrev-delivery-id'])).toEqual([String(id), String(id + 1)]);
    expect((await deliveriesOf(database, webhookId)).map((row) => row.state)).toEqual(['success', 'success']);
  });

  it('two workers never send one delivery at the same time', async () => {
    const now = new Map<string, number>();
    let overlaps = 0;
    const server = await receiver(async (got) => {
      const id = String(got.headers['x-hrev-delivery-id']);
      if (now.get(id)) overlaps += 1;
      now.set(id, (now.get(id) ?? 0) + 1);
      await new Promise((resolve) => setImmediate(resolve));
      return 200;
    });
    for (let count = 0; count < 6; count += 1) {
      const owner = count % 2 === 0 ? accountId : await anAccount(database);
      const webhookId = await aWebhook(database, { accountId: owner, target: server.origin });
      await dueDeliveries(database, { accountId: owner, webhookId }, 8);
    }
    const other = await deliveryWorld({ databaseUrl: fixture.url });
    const pending = async (): Promise<number> =>
      (await database.query(`select 1 from webhook_delivery where state = 'pending'`)).length;
    while ((await pending()) > 0) await Promise.all([world.deliverDue(), other.deliverDue()]);
    expect([overlaps, server.received.length, now.size]).toEqual([0, 48, 48]);
    await other.close();
  });

  it('a result that cannot be stored delays no other, and its delivery is sent again (F37)', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    const [poison, good] = await dueDeliveries(database, { accountId, webhookId }, 2);
    const settle = world.settlements.settle.bind(world.settlements);
    jest.spyOn(world.settlements, 'settle').mockImplementation((batch, ...how) => {
      if (batch.some(({ delivery }) => delivery.id === poison)) throw new Error('poison');
      return settle(batch, ...how);
    });
    await world.deliverDue();
    jest.restoreAllMocks();
    const states = new Map((await deliveriesOf(database, webhookId)).map((row) => [row.id, row.state]));
    expect([states.get(poison ?? 0), states.get(good ?? 0)]).toEqual(['pending', 'success']);
    // Not before the lease has expired.
    expect(await world.deliverDue()).toBe(0);
    await timePasses(database);
    expect(await world.deliverDue()).toBe(1);
    expect(server.received).toHaveLength(3);
  });
});

describe('between two attempts (F29)', () => {
  async function failedOnce(server: WebhookReceiver): Promise<number> {
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    expect(await world.deliverDue()).toBe(1);
    await timePasses(database);
    return webhookId;
  }

  it('the webhook is deleted: no further attempt, and housekeeping leaves nothing of it', async () => {
    const server = await receiver(500);
    const webhookId = await failedOnce(server);
    await database.query('delete from webhook where id = $1', [webhookId]);
    expect(await world.deliverDue()).toBe(0);
    expect(server.received).toHaveLength(1);
    await world.purge.run(new AbortController().signal);
    for (const table of [
      'webhook_delivery',
      'webhook_past_attempt',
      'webhook_dispatch',
      'webhook_item',
      'webhook_bucket',
    ]) {
      expect(await database.query(`select 1 from ${table}`)).toEqual([]);
    }
  });

  it('the webhook is deleted after the lease was acquired: nothing is sent', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    const due = world.leases.due.bind(world.leases);
    jest.spyOn(world.leases, 'due').mockImplementation(async (...asked) => {
      await database.query('delete from webhook where id = $1', [webhookId]);
      return due(...asked);
    });
    expect(await world.deliverDue()).toBe(0);
    jest.restoreAllMocks();
    expect(server.received).toEqual([]);
  });

  it('the webhook is paused: its delivery waits until it is resumed', async () => {
    const server = await receiver(500);
    const webhookId = await failedOnce(server);
    await database.query('update webhook set is_active = false where id = $1', [webhookId]);
    expect(await world.deliverDue()).toBe(0);
    expect(await only(webhookId)).toMatchObject({ state: 'pending', attempts: 1 });
    await database.query('update webhook set is_active = true where id = $1', [webhookId]);
    await timePasses(database);
    expect(await world.deliverDue()).toBe(1);
    expect(server.received).toHaveLength(2);
  });

  it('the webhook is paused after the lease was acquired: nothing is sent or counted, and the lease is released', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    const ids = await dueDeliveries(database, { accountId, webhookId }, 2);
    const due = world.leases.due.bind(world.leases);
    jest.spyOn(world.leases, 'due').mockImplementation(async (...asked) => {
      await database.query('update webhook set is_active = false where id = $1', [webhookId]);
      return due(...asked);
    });
    expect(await world.deliverDue()).toBe(0);
    jest.restoreAllMocks();
    expect(await deliveriesOf(database, webhookId)).toMatchObject(ids.map((id) => ({ id, attempts: 0 })));
    expect(await leasesHeld(database)).toBe(0);
    expect(server.received).toEqual([]);
  });

  it('its target is changed: the next attempt goes there', async () => {
    const old = await receiver(500);
    const next = await receiver();
    const webhookId = await failedOnce(old);
    await database.query('update webhook set target = $2 where id = $1', [webhookId, next.origin]);
    expect(await world.deliverDue()).toBe(1);
    expect([old.received.length, next.received.length]).toEqual([1, 1]);
  });

  it('the secret is rotated: the next attempt carries both signatures, of the same bytes', async () => {
    const server = await receiver(500);
    await failedOnce(server);
    await world.secrets.rotate(accountId);
    expect(await world.deliverDue()).toBe(1);
    const signatures = server.received.map((got) => String(got.headers['x-hrev-signature']).split(',').length);
    expect(signatures).toEqual([1, 2]);
  });
});
