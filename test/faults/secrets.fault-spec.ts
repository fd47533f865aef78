import { eventually } from '@test/support/eventually';
import { ServiceProcess } from '@test/support/service-process';
import { FaultHarness, type WatchedLink } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { aNeighbor, type Neighbor } from './support/neighbors';
import {
  allEventsRelayed,
  checkOutgoing,
  deliveryOf,
  secretOf,
  subscribe,
  type SubscribedWebhook,
} from './support/outgoing';
import { patient } from './support/patience';
import { Receiver, signatureOf } from './support/receivers';

/** Fault F42: secrets sealed with a missing key are not opened, and no delivery is sent unsigned. */
jest.setTimeout(patient(240_000));

const LOST = '000000000000';
const OTHER_KEY = { HREV_ENCRYPTION_KEY: 'ab'.repeat(32) };

describe('signing secrets that cannot be opened', () => {
  let harness: FaultHarness;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    harness = await FaultHarness.begin({ environment: { HREV_WEBHOOK_BACKOFF: '1s', HREV_WEBHOOK_TIMEOUT: '2s' } });
  }, patient(120_000));
  afterAll(async () => {
    await harness?.end();
    for (const receiver of receivers) await receiver.end();
  }, patient(60_000));

  async function aWebhook(link: WatchedLink, key = harness.account.full): Promise<SubscribedWebhook> {
    const receiver = await Receiver.begin();
    receivers.push(receiver);
    return { id: await subscribe(harness, receiver.target, { objectId: link.objectId, key }), receiver };
  }

  /** Restarts both processes with another environment. */
  async function restart(environment = {}): Promise<void> {
    for (const service of [...harness.processes]) await harness.stop(service);
    await harness.startApi(environment);
    await harness.startWorker(environment);
  }

  const publish = async (...links: readonly WatchedLink[]): Promise<void> => {
    for (const link of links) harness.sandbox.add(link.slug, link.key, { text: `New ${performance.now()}`, rating: 1 });
    await harness.makeDue(...links);
  };

  const secretOfNeighbor = async ({ key }: Neighbor): Promise<string> => {
    const answer = await harness.request('GET', '/v3/webhooks/secret', { headers: { 'X-API-Key': key } });
    return answer.body['secret'] as string;
  };

  /** Changes the key id of an account's secrets, to simulate that their key was lost or found. */
  const setKeyId = (accountId: number, from: string, to: string) =>
    harness.postgres.query(`update signing_secret set key_id = $3 where account_id = $1 and ($2 = '' or key_id = $2)`, [
      accountId,
      from,
      to,
    ]);
  const keyOf = async (accountId: number): Promise<string> => {
    const sql = 'select key_id as id from signing_secret where account_id = $1';
    return (await harness.postgres.query<{ id: string }>(sql, [accountId]))[0]?.id ?? '';
  };

  it.each(['api', 'worker'] as const)(
    'F42: %s does not start with another key, and reports it in one line',
    async (role) => {
      await restart();
      const refused = ServiceProcess.start(role, { ...harness.environment, ...OTHER_KEY });
      // Log lines use another stream, so they appear before or after this line.
      await expect(refused).rejects.toThrow(
        /ended with 2:\n(?:\{[^\n]*\n)*HREV_ENCRYPTION_KEY: this is not the key that sealed the data [^\n]+\n(?:\{[^\n]*\n)*$/,
      );
    },
  );

  it('F42: deliveries without a readable secret wait and are not sent unsigned, other accounts are served, and deliveries continue with the right key', async () => {
    await restart();
    const link = await harness.newLink('steam', 3);
    await harness.untilEnded(link);
    await allEventsRelayed(harness);
    const ours = await aWebhook(link);
    const secret = await secretOf(harness);

    const sealedBy = await keyOf(harness.account.id);
    await setKeyId(harness.account.id, '', LOST);
    harness.expectedErrors.push(/the signing secrets cannot be read/);
    const neighbor = await aNeighbor(harness);
    const theirs = await aWebhook(neighbor.link, neighbor.key);
    const theirSecret = await secretOfNeighbor(neighbor);
    await publish(link, neighbor.link);
    const waiting = await deliveryOf(harness, ours.id, ({ attempts }) => attempts >= 2);
    expect([waiting.state, waiting.last_error]).toEqual(['pending', 'no_secret']);
    await deliveryOf(harness, theirs.id, ({ state }) => state === 'success');
    const [received] = theirs.receiver.arrivals;
    expect(received?.signatures).toEqual(received ? [signatureOf(theirSecret, received)] : null);
    const shown = await harness.request('GET', '/v3/webhooks/secret');
    expect([shown.status, shown.body['code']]).toEqual([503, 'service_unavailable']);
    const tested = await harness.request('POST', `/v3/webhooks/${ours.id}/test`);
    expect(tested.status === 503 || tested.body['success'] === false).toBe(true);
    const worker = harness.processes.find((service) => service.isWorker);
    const logLine = worker?.lines.find((line) => line.includes('the signing secrets cannot be read')) ?? '';
    expect(logLine).toMatch(/sealed by another HREV_ENCRYPTION_KEY/);
    expect(logLine).not.toContain(secret);
    expect(ours.receiver.arrivals).toEqual([]);

    await setKeyId(harness.account.id, LOST, sealedBy);
    await deliveryOf(harness, ours.id, ({ state }) => state === 'success', 60_000);
    expect(ours.receiver.arrivals.map((arrival) => arrival.signatures)).toEqual(
      ours.receiver.arrivals.map((arrival) => [signatureOf(secret, arrival)]),
    );
    expect(ours.receiver.arrivalsOf(waiting.id)[0]?.body.equals(waiting.body)).toBe(true);
    // Now the secrets of the other account cannot be opened, and those of the first can.
    await setKeyId(neighbor.accountId, '', LOST);
    const before = theirs.receiver.arrivals.length;
    await publish(link, neighbor.link);
    await eventually('the next delivery', patient(30_000), () => Promise.resolve(ours.receiver.arrivals.length === 2));
    await eventually('a second delivery that waits', patient(30_000), async () => {
      const rows = await harness.postgres.query(
        `select from webhook_delivery where webhook_id = $1 and state = 'pending' and last_error = 'no_secret'`,
        [theirs.id],
      );
      return rows.length === 1;
    });
    expect(theirs.receiver.arrivals.length).toBe(before);
    await checkOutgoing(harness, [ours], [secret]);
    await checkInvariants(harness);
  });
});
