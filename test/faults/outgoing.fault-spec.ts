import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@test/support/eventually';
import { FaultHarness, type WatchedLink } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import {
  allEventsRelayed,
  checkOutgoing,
  deliveriesOf,
  deliveryOf,
  secretOf,
  subscribe,
  type SubscribedWebhook,
} from './support/outgoing';
import { patient } from './support/patience';
import { Receiver, signatureOf } from './support/receivers';

/** Faults F4, F29, F31, F37: deliveries whose worker is killed or stopped, whose webhook changes, or that always fail. */
jest.setTimeout(patient(180_000));

const LEASE_MS = 12_000;

describe('faults of deliveries', () => {
  let harness: FaultHarness;
  const subscribedWebhooks: SubscribedWebhook[] = [];
  const secrets: string[] = [];
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    harness = await FaultHarness.begin({
      environment: { HREV_WEBHOOK_TIMEOUT: '2s', HREV_WEBHOOK_BACKOFF: '4s' },
    });
    await harness.startApi();
    secrets.push(await secretOf(harness));
  }, patient(120_000));
  afterEach(async () => {
    await checkOutgoing(harness, subscribedWebhooks.splice(0), secrets);
    await checkInvariants(harness);
    for (const worker of harness.processes.filter((service) => service.isWorker)) await harness.stop(worker);
  }, patient(120_000));
  afterAll(async () => {
    await harness?.end();
    for (const receiver of receivers) await receiver.end();
  }, patient(60_000));

  async function aReceiver(): Promise<Receiver> {
    const receiver = await Receiver.begin();
    receivers.push(receiver);
    return receiver;
  }

  async function aWebhook(link: WatchedLink, receiver?: Receiver): Promise<SubscribedWebhook> {
    const endpoint = receiver ?? (await aReceiver());
    const one = { id: await subscribe(harness, endpoint.target, { objectId: link.objectId }), receiver: endpoint };
    subscribedWebhooks.push(one);
    return one;
  }

  /** A collected link, so that the next review is one event. Needs a worker. */
  async function aLink(): Promise<WatchedLink> {
    const link = await harness.newLink('steam', 3);
    await harness.untilEnded(link);
    await allEventsRelayed(harness);
    return link;
  }

  /** Publishes one more review and makes its link due. */
  async function publishOne(link: WatchedLink): Promise<void> {
    harness.sandbox.add(link.slug, link.key, { text: `New ${performance.now()}`, rating: 1 });
    await harness.makeDue(link);
  }

  const arrived = (receiver: Receiver, count: number, withinMs = 30_000): Promise<boolean> =>
    eventually(`arrival ${count}`, patient(withinMs), () => Promise.resolve(receiver.arrivals.length >= count));

  const change = (id: number, body: object): Promise<unknown> =>
    harness.request('PATCH', `/v3/webhooks/${id}`, { body }).then((answer) => expect(answer.status).toBe(200));

  it('F4: if a worker is killed between the 200 of a receiver and its commit, one more POST with the same id and bytes is sent', async () => {
    const first = await harness.startWorker();
    const link = await aLink();
    const { id, receiver } = await aWebhook(link);
    receiver.onAnswered = () => first.signal('SIGKILL');
    await publishOne(link);
    await arrived(receiver, 1);
    await harness.kill(first);
    receiver.onAnswered = () => undefined;
    expect(await deliveryOf(harness, id)).toMatchObject({ state: 'pending', attempts: 0 });
    await harness.startWorker();
    const row = await deliveryOf(harness, id, ({ state }) => state === 'success', LEASE_MS + 30_000);
    // The attempt of the killed worker left no record: it was not settled.
    expect([row.attempts, receiver.arrivals.length]).toEqual([1, 2]);
    const [before, after] = receiver.arrivals;
    expect(after?.deliveryId).toBe(before?.deliveryId);
    expect(after?.body.equals(before?.body ?? Buffer.alloc(0))).toBe(true);
    expect(after?.timestamp).toBeGreaterThan(before?.timestamp ?? Infinity);
    expect(after?.signatures).not.toEqual(before?.signatures);
  });

  it('F31: a worker that is stopped in the middle of a delivery completes it and exits with 0, and no attempt repeats it', async () => {
    const worker = await harness.startWorker();
    const link = await aLink();
    const { id, receiver } = await aWebhook(link);
    receiver.delay = () => pause(1_500);
    await publishOne(link);
    await arrived(receiver, 1);
    const stoppedAt = performance.now();
    expect(await harness.stop(worker)).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(45_000);
    expect(await deliveryOf(harness, id)).toMatchObject({ state: 'success', attempts: 1 });
    await harness.startWorker();
    // The next worker runs, and does not attempt this delivery.
    const other = await aWebhook(await aLink());
    await publishOne(link);
    await arrived(receiver, 2);
    expect((await deliveriesOf(harness, id)).map((row) => row.attempts)).not.toContain(2);
    expect(receiver.arrivals[0]?.deliveryId).not.toBe(receiver.arrivals[1]?.deliveryId);
    expect(other.receiver.arrivals).toEqual([]);
  });

  it('F29: the second attempt follows a change of the webhook after the first: deletion, pause, new target, rotated secret', async () => {
    await harness.startWorker();
    const link = await aLink();
    const [removed, paused, moved, witness] = [
      await aWebhook(link),
      await aWebhook(link),
      await aWebhook(link),
      await aWebhook(link),
    ];
    const all = [removed, paused, moved, witness];
    for (const { receiver } of all) receiver.answer = () => 500;
    const newReceiver = await aReceiver();
    await publishOne(link);
    for (const { receiver } of all) await arrived(receiver, 1);
    for (const { id } of all) await deliveryOf(harness, id, ({ attempts }) => attempts === 1);
    expect((await harness.request('DELETE', `/v3/webhooks/${removed.id}`)).status).toBe(204);
    await change(paused.id, { is_active: false });
    await change(moved.id, { target: newReceiver.target });
    const rotated = await harness.request('POST', '/v3/webhooks/rotate-secret');
    const renewed = rotated.body['secret'] as string;
    const [old = ''] = secrets;
    secrets.push(renewed);
    for (const { receiver } of all) receiver.answer = () => 200;

    await deliveryOf(harness, witness.id, ({ state }) => state === 'success');
    await deliveryOf(harness, moved.id, ({ state }) => state === 'success');
    const again = witness.receiver.arrivals[1];
    expect(again?.signatures).toEqual(again ? [signatureOf(renewed, again), signatureOf(old, again)] : null);
    expect([moved.receiver.arrivals.length, newReceiver.arrivals.length]).toEqual([1, 1]);
    expect(newReceiver.arrivals[0]?.body.equals(moved.receiver.arrivals[0]?.body ?? Buffer.alloc(0))).toBe(true);
    // The others would have been attempted by now.
    await pause(4_000);
    expect([removed.receiver.arrivals.length, paused.receiver.arrivals.length]).toEqual([1, 1]);
    expect(await deliveryOf(harness, paused.id)).toMatchObject({ state: 'pending', attempts: 1 });
    await change(paused.id, { is_active: true });
    await deliveryOf(harness, paused.id, ({ state }) => state === 'success', 10_000);
    expect(removed.receiver.arrivals.length).toBe(1);
    expect((await harness.request('GET', `/v3/webhooks/${removed.id}/deliveries`)).status).toBe(404);
  });

  it('F37: an event, a webhook and a settlement that always fail do not stop the others', async () => {
    await harness.startWorker();
    const link = await aLink();
    const [lost, unsettled, healthy] = [await aWebhook(link), await aWebhook(link), await aWebhook(link)];
    // The API refuses such data: the row simulates a bug of the service.
    await harness.postgres.query(`update webhook set target = 'http://[nowhere' where id = $1`, [lost.id]);
    await harness.postgres.query(`create function poison() returns trigger language plpgsql as $$ begin
        if new.webhook_id = ${unsettled.id} then raise exception 'poison'; end if;
        return new; end $$`);
    await harness.postgres.query(
      'create trigger poison before update on webhook_delivery for each row execute function poison()',
    );
    const [event] = await harness.postgres.query<{ id: string }>(
      `insert into outbox (account_id, event, payload)
       values ($1, 'ReviewsAppeared', '{"run_id": "none", "review_ids": "none"}') returning id`,
      [harness.account.id],
    );
    harness.expectedErrors.push(/an event could not be relayed/, /a delivery could not be settled/);
    try {
      for (let number = 1; number <= 3; number += 1) {
        await publishOne(link);
        await arrived(healthy.receiver, number);
      }
      await eventually('an attempt of every delivery to the broken target', patient(20_000), async () =>
        (await deliveriesOf(harness, lost.id)).every(({ attempts }) => attempts > 0),
      );
      expect((await deliveriesOf(harness, healthy.id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
      for (const row of await deliveriesOf(harness, lost.id)) expect(row).toMatchObject({ state: 'pending' });
      for (const row of await deliveriesOf(harness, unsettled.id)) expect(row).toMatchObject({ attempts: 0 });
      const [left] = await harness.postgres.query<{ attempts: number }>(
        'select attempts from outbox where id = $1 and relayed_at is null',
        [event?.id],
      );
      expect(left?.attempts).toBeGreaterThan(0);
    } finally {
      await harness.postgres.query('drop function poison cascade');
      await harness.postgres.query('delete from outbox where id = $1', [event?.id]);
    }
    // Once the cause is removed each is delivered, under its original id.
    await eventually('their success', patient(60_000), async () =>
      (await deliveriesOf(harness, unsettled.id)).every(({ state }) => state === 'success'),
    );
    await change(lost.id, { target: lost.receiver.target });
    await eventually('their success', patient(60_000), async () =>
      (await deliveriesOf(harness, lost.id)).every(({ state }) => state === 'success'),
    );
  });
});
