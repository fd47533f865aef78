import type { Database } from '@libs/database';
import { DeliveryStore } from '../subscriptions/persistence/delivery.store';
import { deliverySuite } from '@test/support/delivery-suite';
import {
  anAccount,
  aWebhook,
  deliveriesOf,
  deliveryHarness,
  dueDeliveries,
  onlyDelivery,
  rowOfWebhook,
  timePasses,
  activeLeases,
  type DeliveryRow,
  type DeliveryHarness,
} from '@test/support/delivery-harness';
import { counted } from '@test/support/metric-values';
import { accountsOn } from '@test/support/notices-on';
import type { StoreFixture } from '@test/support/store-fixture';
import type { WebhookReceiver } from '@test/support/webhook-receiver';

let fixture: StoreFixture;
let database: Database;
let harness: DeliveryHarness;
let accountId: number;
const { receiver } = deliverySuite((suite) => ({ fixture, database, harness, accountId } = suite));

/**
 * A receiver that delays its first response, which has this status. `firstRequest` resolves when the first request arrives, to a function
 * that sends the response.
 */
async function delayingReceiver(status: number): Promise<{
  readonly server: WebhookReceiver;
  readonly firstRequest: Promise<() => void>;
}> {
  let onFirstRequest: (respond: () => void) => void;
  const firstRequest = new Promise<() => void>((resolve) => (onFirstRequest = resolve));
  const server = await receiver((_, number) =>
    number > 1 ? 200 : new Promise((resolve) => onFirstRequest(() => resolve(status))),
  );
  return { server, firstRequest };
}

const deliveryOf = (webhookId: number): Promise<DeliveryRow> => onlyDelivery(database, webhookId);
const webhookRow = (id: number): Promise<Record<string, unknown>> => rowOfWebhook(database, id);

describe('leases (F4, F21, F35)', () => {
  it('sends a delivery again if the worker crashed between the 200 and its commit: same id, same bytes, new signature (F4)', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    // The receiver has responded, and the worker crashes before it stores the result. Only its lease remains.
    jest.spyOn(harness.settlements, 'settle').mockRejectedValue(new Error('killed'));
    expect(await harness.deliverDue()).toBe(1);
    jest.restoreAllMocks();
    expect(await deliveryOf(webhookId)).toMatchObject({ state: 'pending', attempts: 0 });
    expect([await harness.deliverDue(), await activeLeases(database)]).toEqual([0, 1]);
    const secondsLater = Date.now() + 2_000;
    jest.spyOn(Date, 'now').mockReturnValue(secondsLater);
    await timePasses(database);
    expect(await harness.deliverDue()).toBe(1);
    jest.restoreAllMocks();
    expect(await deliveryOf(webhookId)).toMatchObject({ state: 'success', attempts: 1 });
    const [first, second] = server.received;
    expect(server.received).toHaveLength(2);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['x-hrev-delivery-id']).toBe(first?.headers['x-hrev-delivery-id']);
    expect(second?.headers['x-hrev-timestamp']).not.toBe(first?.headers['x-hrev-timestamp']);
    expect(second?.headers['x-hrev-signature']).not.toBe(first?.headers['x-hrev-signature']);
  });

  it('discards results of a worker that lost its lease (F35)', async () => {
    const { server, firstRequest } = await delayingReceiver(500);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    const firstRound = harness.deliverDue();
    const respond = await firstRequest;
    // This worker does not poll again: it would acquire the expired lease itself.
    await harness.deliveries.poll();
    await timePasses(database);
    const other = await deliveryHarness({ databaseUrl: fixture.url });
    expect(await other.deliverDue()).toBe(1);
    await other.close();
    expect(await deliveryOf(webhookId)).toMatchObject({ state: 'success', attempts: 1, last_status_code: 200 });
    const losses = 'hrev_lease_losses_total{table="webhook_dispatch"}';
    const before = await counted(losses);
    respond();
    expect(await firstRound).toBe(1);
    expect((await counted(losses)) - before).toBeGreaterThan(0);
    expect(await deliveryOf(webhookId)).toMatchObject({ state: 'success', attempts: 1, last_status_code: 200 });
    expect(await database.query('select number, status_code from webhook_attempt')).toEqual([
      { number: 1, status_code: 200 },
    ]);
    expect(await webhookRow(webhookId)).toMatchObject({ failure_count: 0 });
    expect(await activeLeases(database)).toBe(0);
  });

  it('does not send a delivery twice at the same time if it is redelivered while in flight', async () => {
    const { server, firstRequest } = await delayingReceiver(200);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    const [id = 0] = await dueDeliveries(database, { accountId, webhookId });
    const round = harness.deliverDue();
    const respond = await firstRequest;
    await database.transaction(() => new DeliveryStore(database).makeDeliveryDue(accountId, webhookId, id));
    await dueDeliveries(database, { accountId, webhookId });
    await harness.deliveries.poll();
    while ((await deliveriesOf(database, webhookId))[1]?.state !== 'success') {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    respond();
    expect(await round).toBe(2);
    expect(server.received.map((request) => request.headers['x-hrev-delivery-id'])).toEqual([
      String(id),
      String(id + 1),
    ]);
    expect((await deliveriesOf(database, webhookId)).map((row) => row.state)).toEqual(['success', 'success']);
  });

  it('does not send a delivery twice at the same time with two workers', async () => {
    const requestsById = new Map<string, number>();
    let overlaps = 0;
    const server = await receiver(async (request) => {
      const id = String(request.headers['x-hrev-delivery-id']);
      if (requestsById.get(id)) overlaps += 1;
      requestsById.set(id, (requestsById.get(id) ?? 0) + 1);
      await new Promise((resolve) => setImmediate(resolve));
      return 200;
    });
    for (let count = 0; count < 6; count += 1) {
      const owner = count % 2 === 0 ? accountId : await anAccount(database);
      const webhookId = await aWebhook(database, { accountId: owner, target: server.origin });
      await dueDeliveries(database, { accountId: owner, webhookId }, 8);
    }
    const other = await deliveryHarness({ databaseUrl: fixture.url });
    const pendingCount = async (): Promise<number> =>
      (await database.query(`select 1 from webhook_delivery where state = 'pending'`)).length;
    while ((await pendingCount()) > 0) await Promise.all([harness.deliverDue(), other.deliverDue()]);
    expect([overlaps, server.received.length, requestsById.size]).toEqual([0, 48, 48]);
    await other.close();
  });

  it('stores other results without delay if one cannot be stored, and sends its delivery again (F37)', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    const [rejectedId, goodId] = await dueDeliveries(database, { accountId, webhookId }, 2);
    const settle = harness.settlements.settle.bind(harness.settlements);
    jest.spyOn(harness.settlements, 'settle').mockImplementation((batch, ...rest) => {
      if (batch.some(({ delivery }) => delivery.id === rejectedId)) throw new Error('cannot be stored');
      return settle(batch, ...rest);
    });
    await harness.deliverDue();
    jest.restoreAllMocks();
    const states = new Map((await deliveriesOf(database, webhookId)).map((row) => [row.id, row.state]));
    expect([states.get(rejectedId ?? 0), states.get(goodId ?? 0)]).toEqual(['pending', 'success']);
    // It is not sent before the lease has expired.
    expect(await harness.deliverDue()).toBe(0);
    await timePasses(database);
    expect(await harness.deliverDue()).toBe(1);
    expect(server.received).toHaveLength(3);
  });
});

describe('changes between two attempts (F29)', () => {
  /** A webhook whose only delivery has failed once. */
  async function webhookWithFailedAttempt(server: WebhookReceiver): Promise<number> {
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    expect(await harness.deliverDue()).toBe(1);
    await timePasses(database);
    return webhookId;
  }

  it('makes no further attempt after the webhook is deleted, and purges all its rows', async () => {
    const server = await receiver(500);
    const webhookId = await webhookWithFailedAttempt(server);
    await database.query('delete from webhook where id = $1', [webhookId]);
    expect(await harness.deliverDue()).toBe(0);
    expect(server.received).toHaveLength(1);
    await harness.purge.run(new AbortController().signal);
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

  it('sends no request if the webhook is deleted after the lease was acquired', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    const due = harness.leases.due.bind(harness.leases);
    jest.spyOn(harness.leases, 'due').mockImplementation(async (...parameters) => {
      await database.query('delete from webhook where id = $1', [webhookId]);
      return due(...parameters);
    });
    expect(await harness.deliverDue()).toBe(0);
    jest.restoreAllMocks();
    expect(server.received).toEqual([]);
  });

  it('delays the delivery of a paused webhook until it is resumed', async () => {
    const server = await receiver(500);
    const webhookId = await webhookWithFailedAttempt(server);
    await database.query('update webhook set is_active = false where id = $1', [webhookId]);
    expect(await harness.deliverDue()).toBe(0);
    expect(await deliveryOf(webhookId)).toMatchObject({ state: 'pending', attempts: 1 });
    await database.query('update webhook set is_active = true where id = $1', [webhookId]);
    await timePasses(database);
    expect(await harness.deliverDue()).toBe(1);
    expect(server.received).toHaveLength(2);
  });

  it('sends and counts no attempt if the webhook is paused after the lease was acquired, and releases the lease', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    const ids = await dueDeliveries(database, { accountId, webhookId }, 2);
    const due = harness.leases.due.bind(harness.leases);
    jest.spyOn(harness.leases, 'due').mockImplementation(async (...parameters) => {
      await database.query('update webhook set is_active = false where id = $1', [webhookId]);
      return due(...parameters);
    });
    expect(await harness.deliverDue()).toBe(0);
    jest.restoreAllMocks();
    expect(await deliveriesOf(database, webhookId)).toMatchObject(ids.map((id) => ({ id, attempts: 0 })));
    expect(await activeLeases(database)).toBe(0);
    expect(server.received).toEqual([]);
  });

  it('sends and counts no attempt if the account is closed after the lease was acquired, and sends it when the account is resumed', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId }, 2);
    const accounts = accountsOn(database, harness.config);
    const { name } = await accounts.find(accountId);
    const due = harness.leases.due.bind(harness.leases);
    jest.spyOn(harness.leases, 'due').mockImplementation(async (...parameters) => {
      await accounts.close(accountId, name);
      return due(...parameters);
    });
    expect(await harness.deliverDue()).toBe(0);
    jest.restoreAllMocks();
    expect([server.received, await activeLeases(database)]).toEqual([[], 0]);
    await timePasses(database);
    expect(await harness.deliverDue()).toBe(0);
    await accounts.resume(accountId);
    await timePasses(database);
    expect(await harness.deliverDue()).toBe(2);
    expect(server.received).toHaveLength(2);
  });

  it('sends the next attempt to the new target after a change', async () => {
    const oldReceiver = await receiver(500);
    const newReceiver = await receiver();
    const webhookId = await webhookWithFailedAttempt(oldReceiver);
    await database.query('update webhook set target = $2 where id = $1', [webhookId, newReceiver.origin]);
    expect(await harness.deliverDue()).toBe(1);
    expect([oldReceiver.received.length, newReceiver.received.length]).toEqual([1, 1]);
  });

  it('signs the next attempt with both secrets after a rotation', async () => {
    const server = await receiver(500);
    await webhookWithFailedAttempt(server);
    await harness.secrets.rotate(accountId);
    expect(await harness.deliverDue()).toBe(1);
    const signatures = server.received.map((request) => String(request.headers['x-hrev-signature']).split(',').length);
    expect(signatures).toEqual([1, 2]);
  });
});
