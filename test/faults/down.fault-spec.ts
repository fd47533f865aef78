import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@test/support/eventually';
import { FaultHarness, type WatchedLink } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { aNeighbor } from './support/neighbors';
import {
  allEventsRelayed,
  checkOutgoing,
  deliveriesOf,
  redeliver,
  secretOf,
  subscribe,
  type SubscribedWebhook,
} from './support/outgoing';
import { patient } from './support/patience';
import { Receiver, type Arrival } from './support/receivers';

/**
 * Fault F26: a receiver that is down for 13 hours. The backoff steps are the default ones, a thousand times shorter;
 * `src/webhooks/delivery/attempts.db-spec.ts` tests the default steps by the database's clock.
 */
jest.setTimeout(patient(300_000));

const BACKOFF_MS = [30, 60, 120, 300, 600, 900, 1_800];
const ATTEMPTS = 30;
const DELIVERIES = 4;
/** Maximum delay of an attempt. Attempts are never early. */
const MAX_DELAY_MS = 2_000;
/** Both stored times are rounded to the millisecond. */
const ROUNDING_MS = 2;

describe('a receiver that is down', () => {
  let harness: FaultHarness;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    harness = await FaultHarness.begin({
      environment: { HREV_WEBHOOK_BACKOFF: BACKOFF_MS.map((ms) => `${ms}ms`).join(','), HREV_WEBHOOK_TIMEOUT: '2s' },
    });
    await harness.startApi();
    await harness.startWorker();
  }, patient(120_000));
  afterAll(async () => {
    await harness?.end();
    for (const receiver of receivers) await receiver.end();
  }, patient(60_000));

  async function aWebhook(link: WatchedLink, key?: string): Promise<SubscribedWebhook> {
    const receiver = await Receiver.begin();
    receivers.push(receiver);
    const id = await subscribe(harness, receiver.target, { objectId: link.objectId, ...(key ? { key } : {}) });
    return { id, receiver };
  }

  async function publish(...links: readonly WatchedLink[]): Promise<void> {
    for (const link of links) harness.sandbox.add(link.slug, link.key, { text: `New ${performance.now()}`, rating: 1 });
    await harness.makeDue(...links);
  }

  const notices = (): Promise<{ account_id: number; subject: string }[]> =>
    harness.postgres.query('select account_id::int, subject from notice order by id');

  /** Time from the end of each attempt to the beginning of the next, as the API returns them. */
  async function waitsOf(webhookId: number, deliveryId: number): Promise<readonly number[]> {
    const { body } = await harness.request('GET', `/v3/webhooks/${webhookId}/deliveries/${deliveryId}`);
    const history = body['attempt_history'] as readonly { started_at: string; duration_ms: number }[];
    const at = await harness.postgres.query<{ began: number; ms: number }>(
      `select extract(epoch from started_at)::float8 * 1000 as began, duration_ms as ms
       from webhook_attempt where delivery_id = $1 order by number`,
      [deliveryId],
    );
    expect(history.length).toBe(at.length);
    return at.slice(1).map(({ began }, index) => began - (at[index]?.began ?? 0) - (at[index]?.ms ?? 0));
  }

  it('F26: deliveries become dead letters after 30 attempts, every 50th failure notifies the owner, and other webhooks are not delayed', async () => {
    const link = await harness.newLink('steam', 3);
    await harness.untilEnded(link);
    const neighbor = await aNeighbor(harness);
    await allEventsRelayed(harness);
    const secret = await secretOf(harness);
    const [down, alsoDown, healthy] = [await aWebhook(link), await aWebhook(link), await aWebhook(link)];
    const theirs = await aWebhook(neighbor.link, neighbor.key);
    down.receiver.answer = () => 'cut';
    alsoDown.receiver.answer = () => 503;
    for (let number = 1; number <= DELIVERIES; number += 1) {
      await publish(link, neighbor.link);
      await eventually(`delivery ${number} at the healthy webhooks`, patient(30_000), () =>
        Promise.resolve([healthy, theirs].every(({ receiver }) => receiver.arrivals.length >= number)),
      );
      if (number === 1) await change(alsoDown.id, { is_active: false });
    }
    for (const { id } of [down, alsoDown]) if (id === alsoDown.id) await change(id, { is_active: true });

    await eventually('dead letters', patient(180_000), async () => {
      const rows = [...(await deliveriesOf(harness, down.id)), ...(await deliveriesOf(harness, alsoDown.id))];
      return rows.length === DELIVERIES + 1 && rows.every(({ state }) => state === 'dead_letter');
    });
    for (const { id, receiver } of [down, alsoDown]) {
      for (const row of await deliveriesOf(harness, id)) {
        expect([row.attempts, receiver.arrivalsOf(row.id).length]).toEqual([ATTEMPTS, ATTEMPTS]);
        if (id === alsoDown.id) continue;
        for (const waits of [await waitsOf(id, row.id), gaps(receiver.arrivalsOf(row.id))])
          expect(wrongWaits(waits)).toEqual([]);
      }
    }
    // 4 × 30 consecutive failures of one webhook, 30 of the other; failures never disable a webhook.
    expect(await notices()).toEqual(
      [50, 100].map((count) => ({
        account_id: harness.account.id,
        subject: `Webhook ${down.id} has failed ${count} times in a row`,
      })),
    );
    for (const [{ id }, count] of [
      [down, DELIVERIES * ATTEMPTS],
      [alsoDown, ATTEMPTS],
    ] as const) {
      const { body } = await harness.request('GET', `/v3/webhooks/${id}`);
      expect([body['is_active'], body['failure_count']]).toEqual([true, count]);
    }
    for (const { id } of [healthy, theirs]) {
      const rows = await harness.postgres.query<{ ms: number }>(
        `select extract(epoch from a.started_at - d.created_at)::float8 * 1000 as ms
         from webhook_delivery d join webhook_attempt a on a.delivery_id = d.id and a.number = 1 where d.webhook_id = $1`,
        [id],
      );
      expect(rows.length).toBe(DELIVERIES);
      for (const { ms } of rows) expect(ms).toBeLessThan(patient(MAX_DELAY_MS));
    }

    // A dead letter is not attempted until its owner fixes the receiver and requests a redelivery.
    const before = down.receiver.arrivals.length;
    await pause(2 * (BACKOFF_MS.at(-1) ?? 0));
    expect(down.receiver.arrivals.length).toBe(before);
    down.receiver.answer = () => 200;
    for (const row of await deliveriesOf(harness, down.id)) await redeliver(harness, down.id, row.id);
    await eventually('success of the redelivered ones', patient(30_000), async () =>
      (await deliveriesOf(harness, down.id)).every(({ state }) => state === 'success'),
    );
    expect((await harness.request('GET', `/v3/webhooks/${down.id}`)).body['failure_count']).toBe(0);
    await checkOutgoing(harness, [down, alsoDown, healthy], [secret]);
    await checkInvariants(harness);
  });

  const change = (id: number, body: object): Promise<unknown> =>
    harness.request('PATCH', `/v3/webhooks/${id}`, { body }).then((answer) => expect(answer.status).toBe(200));
});

/** Times between arrivals, by the receiver's clock. */
function gaps(arrivals: readonly Arrival[]): readonly number[] {
  return arrivals.slice(1).map(({ at }, index) => at - (arrivals[index]?.at ?? 0));
}

/** Describes the waits that are too short or too long. */
function wrongWaits(waits: readonly number[]): readonly string[] {
  return waits.flatMap((wait, index) => {
    const step = BACKOFF_MS[Math.min(index, BACKOFF_MS.length - 1)] ?? 0;
    const isRight = wait >= step - ROUNDING_MS && wait <= step + patient(MAX_DELAY_MS);
    return isRight ? [] : [`after attempt ${index + 1}: ${wait} ms instead of ${step}`];
  });
}
