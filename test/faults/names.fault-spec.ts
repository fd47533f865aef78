import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLocalDns, type LocalDns } from '@test/support/egress/local-dns';
import { eventually } from '@test/support/eventually';
import { hasOpenssl, makeCertificates } from './support/certificates';
import { FaultHarness, type WatchedLink } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { aNeighbor } from './support/neighbors';
import {
  allEventsRelayed,
  checkOutgoing,
  deliveriesOf,
  deliveryOf,
  redeliver,
  secretOf,
  subscribe,
  type SubscribedWebhook,
} from './support/outgoing';
import { patient } from './support/patience';
import { dnsAt } from './support/preload';
import { Receiver } from './support/receivers';

/**
 * Fault F28: names that cannot be resolved, and forged responses. The worker runs as in production, with TLS and public addresses
 * only, so that the test assigns an unused public address to loopback.
 */
jest.setTimeout(patient(240_000));

const ADDRESS = '25.0.0.77';
const LOOKUP_MS = 2_000;
const NEIGHBOR_HOOKS = 20;

const ip = (...words: readonly string[]): boolean => spawnSync('ip', words).status === 0;
const canAssignAddress = hasOpenssl && ip('addr', 'add', `${ADDRESS}/32`, 'dev', 'lo');
if (canAssignAddress) ip('addr', 'del', `${ADDRESS}/32`, 'dev', 'lo');

(canAssignAddress ? describe : describe.skip)('names of receivers (skipped without root and `ip`)', () => {
  let harness: FaultHarness;
  let dns: LocalDns;
  let receiver: Receiver;
  const folder = mkdtempSync(path.join(tmpdir(), 'hrev-names-'));
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    ip('addr', 'add', `${ADDRESS}/32`, 'dev', 'lo');
    const { good } = makeCertificates(folder, 'DNS:*.receivers.example');
    dns = await startLocalDns();
    receiver = await Receiver.begin({ tls: good, address: ADDRESS });
    harness = await FaultHarness.begin({ environment: { HREV_WEBHOOK_BACKOFF: '4s' } });
    await harness.startApi();
  }, patient(120_000));
  afterAll(async () => {
    await harness?.end();
    await receiver?.end();
    for (const close of closing) await close();
    await dns?.stop();
    ip('addr', 'del', `${ADDRESS}/32`, 'dev', 'lo');
    rmSync(folder, { recursive: true, force: true });
  }, patient(60_000));

  async function aWebhook(link: WatchedLink, key?: string): Promise<SubscribedWebhook> {
    const taker = await Receiver.begin();
    closing.push(() => taker.end());
    const id = await subscribe(harness, taker.target, { objectId: link.objectId, ...(key ? { key } : {}) });
    return { id, receiver: taker };
  }

  const move = async (id: number, name: string, key = harness.account.full): Promise<void> => {
    const target = `https://${name}.receivers.example:${receiver.port}/${name}`;
    const answer = await harness.request('PATCH', `/v3/webhooks/${id}`, {
      body: { target },
      headers: { 'X-API-Key': key },
    });
    expect(answer.status).toBe(200);
  };

  const again = async (id: number, key = harness.account.full): Promise<void> => {
    const rows = await deliveriesOf(harness, id);
    await redeliver(harness, id, rows.at(-1)?.id ?? 0, key);
  };

  /** The result (error or status) and duration of the attempt after number `after`. */
  function nextAttempt(id: number, after: number): Promise<Attempt> {
    return eventually(`attempt ${after + 1} of webhook ${id}`, patient(60_000), async () => {
      const [row] = await harness.postgres.query<Attempt>(
        `select coalesce(a.error, a.status_code::text) as came, a.duration_ms as ms
         from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id
         where d.webhook_id = $1 and a.number > $2 order by a.number`,
        [id, after],
      );
      return row;
    });
  }

  it('F28: a lookup ends after at most 2 s, forged responses are refused, and other webhooks are not delayed', async () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      index === 0 ? ADDRESS : `25.1.${index >> 8}.${index & 255}`,
    );
    const rebinding = { turns: [[ADDRESS], ['127.0.0.1']] };
    const zone = {
      none: 'NXDOMAIN',
      broken: 'SERVFAIL',
      silent: 'silence',
      inner: ['127.0.0.1'],
      mixed: [ADDRESS, '10.0.0.1'],
      many,
      good: [ADDRESS],
      rebinds: rebinding,
    } as const;
    for (const [name, answer] of Object.entries(zone)) dns.set(`${name}.receivers.example`, answer);
    for (let number = 0; number < NEIGHBOR_HOOKS; number += 1) dns.set(`dead${number}.receivers.example`, 'silence');

    // Every webhook gets one accepted delivery first. Then its target is moved to one of these names.
    const collector = await harness.startWorker();
    const link = await harness.newLink('steam', 3);
    await harness.untilEnded(link);
    const neighbor = await aNeighbor(harness);
    await allEventsRelayed(harness);
    const names = Object.keys(zone) as (keyof typeof zone)[];
    const hooks = new Map<string, SubscribedWebhook>();
    for (const name of names) hooks.set(name, await aWebhook(link));
    const idOf = (name: keyof typeof zone): number => hooks.get(name)?.id ?? 0;
    const dead: SubscribedWebhook[] = [];
    for (let number = 0; number < NEIGHBOR_HOOKS; number += 1) dead.push(await aWebhook(neighbor.link, neighbor.key));
    for (const { slug, key } of [link, neighbor.link]) harness.sandbox.add(slug, key, { text: 'New', rating: 1 });
    await harness.makeDue(link, neighbor.link);
    for (const { id } of [...hooks.values(), ...dead])
      await deliveryOf(harness, id, ({ state }) => state === 'success');
    await harness.stop(collector);
    for (const name of names) await move(idOf(name), name);
    for (const [number, { id }] of dead.entries()) await move(id, `dead${number}`, neighbor.key);

    await harness.startWorker({
      ...dnsAt(dns.server),
      HREV_ALLOW_PRIVATE_TARGETS: 'false',
      HREV_SOURCE_ORIGINS: '{}',
      NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem'),
    });
    for (const { id } of dead) await again(id, neighbor.key);
    for (const name of names) await again(idOf(name));
    const came: Record<string, string> = {};
    for (const name of names) {
      const { came: word, ms } = await nextAttempt(idOf(name), 1);
      came[name] = word;
      expect([name, ms < patient(LOOKUP_MS + 300)]).toEqual([name, true]);
    }
    expect(came).toEqual({
      none: 'dns',
      broken: 'dns',
      silent: 'timeout',
      inner: 'blocked_address',
      mixed: 'blocked_address',
      many: '200',
      good: '200',
      rebinds: '200',
    });
    // The healthy webhook is still served, over new connections, while 16 lookups get no response.
    for (let number = 1; number <= 5; number += 1) {
      receiver.hangUp();
      const requestedAt = performance.now();
      const known = receiver.arrivals.length;
      await again(idOf('good'));
      const arrival = await eventually('its arrival', patient(20_000), () => Promise.resolve(receiver.arrivals[known]));
      expect(arrival.at - requestedAt).toBeLessThan(patient(2_000));
    }
    for (const { id } of dead) {
      const { came: word, ms } = await nextAttempt(id, 1);
      expect([word, ms < patient(LOOKUP_MS + 300)]).toEqual(['timeout', true]);
    }

    // A name that was public resolves to an internal address at the second lookup; a late response is ignored.
    receiver.hangUp();
    for (const [name, word, delayMs] of [
      ['many', 'timeout', LOOKUP_MS + 500],
      ['rebinds', 'blocked_address', 0],
    ] as const) {
      dns.delayMs = delayMs;
      await again(idOf(name));
      expect([name, (await nextAttempt(idOf(name), 2)).came]).toEqual([name, word]);
    }
    for (const { id } of dead)
      await harness.request('DELETE', `/v3/webhooks/${id}`, { headers: { 'X-API-Key': neighbor.key } });
    await checkOutgoing(harness, [...hooks.values()], [await secretOf(harness)]);
    await checkInvariants(harness);
  });
});

interface Attempt {
  readonly came: string;
  readonly ms: number;
}
