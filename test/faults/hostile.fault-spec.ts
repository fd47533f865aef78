import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type Server, type TlsOptions } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { eventually } from '@test/support/eventually';
import { type ServiceProcess } from '@test/support/service-process';
import { hasOpenssl, makeCertificates } from './support/certificates';
import { FaultHarness, type WatchedLink } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { aNeighbor } from './support/neighbors';
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
import { RawReceiver, Receiver } from './support/receivers';

/** Faults F23, F24, F25, F27: hostile receivers together with healthy ones. */
jest.setTimeout(patient(180_000));

const HEAD = 'HTTP/1.1 200 OK\r\n';
const LIMIT_MS = 2_000;

describe('hostile receivers', () => {
  let harness: FaultHarness;
  let secret: string;
  const closing: (() => Promise<unknown>)[] = [];
  const subscribedWebhooks: SubscribedWebhook[] = [];

  beforeAll(async () => {
    harness = await FaultHarness.begin({ environment: { HREV_WEBHOOK_TIMEOUT: '2s', HREV_WEBHOOK_BACKOFF: '1s' } });
    await harness.startApi();
    secret = await secretOf(harness);
  }, patient(120_000));
  afterEach(async () => {
    await checkOutgoing(harness, subscribedWebhooks.splice(0), [secret]);
    await checkInvariants(harness);
    for (const worker of harness.processes.filter((service) => service.isWorker)) await harness.stop(worker);
    for (const close of closing.splice(0)) await close();
  }, patient(120_000));
  afterAll(() => harness?.end(), patient(60_000));

  async function aHealthyReceiver(link: WatchedLink): Promise<SubscribedWebhook> {
    const receiver = await Receiver.begin();
    closing.push(() => receiver.end());
    const one = { id: await subscribe(harness, receiver.target, { objectId: link.objectId }), receiver };
    subscribedWebhooks.push(one);
    return one;
  }

  async function aRawReceiver(respond: (socket: Socket) => void): Promise<RawReceiver> {
    const receiver = await RawReceiver.begin(respond);
    closing.push(() => receiver.end());
    return receiver;
  }

  async function aLink(): Promise<WatchedLink> {
    const link = await harness.newLink('steam', 3);
    await harness.untilEnded(link);
    await allEventsRelayed(harness);
    return link;
  }

  async function publishOne(link: WatchedLink): Promise<void> {
    harness.sandbox.add(link.slug, link.key, { text: `New ${performance.now()}`, rating: 1 });
    await harness.makeDue(link);
  }

  /** Time from the creation of each delivery to its arrival, in milliseconds. */
  async function waitsOf({ id }: SubscribedWebhook): Promise<readonly number[]> {
    const rows = await harness.postgres.query<{ ms: number }>(
      `select extract(epoch from a.started_at - d.created_at)::float8 * 1000 as ms
       from webhook_delivery d join webhook_attempt a on a.delivery_id = d.id and a.number = 1 where d.webhook_id = $1`,
      [id],
    );
    return rows.map((row) => row.ms);
  }

  it('F23: attempts at 20 receivers of another account that never respond end after 15 s, and other webhooks are not delayed', async () => {
    await harness.startWorker({ HREV_WEBHOOK_TIMEOUT: '15s' });
    const silent = await Promise.all(Array.from({ length: 20 }, () => aRawReceiver(() => undefined)));
    const neighbor = await aNeighbor(harness);
    const silentIds: number[] = [];
    for (const { target } of silent) silentIds.push(await subscribe(harness, target, { key: neighbor.key }));
    const link = await aLink();
    const healthy = await aHealthyReceiver(link);
    harness.sandbox.add('steam', neighbor.link.key, { text: 'For the silent receivers', rating: 1 });
    await harness.makeDue(neighbor.link);
    await eventually('connections to the silent receivers', patient(30_000), () =>
      Promise.resolve(silent.filter(({ connections }) => connections > 0).length >= 16),
    );
    for (let number = 1; number <= 5; number += 1) {
      await publishOne(link);
      await eventually('the delivery', patient(30_000), () =>
        Promise.resolve(healthy.receiver.arrivals.length >= number),
      );
    }
    for (const ms of await waitsOf(healthy)) expect(ms).toBeLessThan(patient(2_000));
    for (const id of silentIds) {
      const row = await deliveryOf(harness, id, ({ attempts }) => attempts > 0, 60_000);
      expect([row.state, row.last_error]).toEqual(['pending', 'timeout']);
    }
    const attempts = await harness.postgres.query<{ ms: number }>(
      'select duration_ms as ms from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id where d.webhook_id = any($1)',
      [silentIds],
    );
    for (const { ms } of attempts) expect(Math.abs(ms - 15_000)).toBeLessThan(patient(500));
    for (const id of silentIds)
      await harness.request('DELETE', `/v3/webhooks/${id}`, { headers: { 'X-API-Key': neighbor.key } });
  });

  const drip = (socket: Socket, text: string): void => {
    const timer = setInterval(() => socket.write(text), 100);
    socket.once('close', () => clearInterval(timer));
  };

  it.each([
    ['drips its headers', (socket: Socket) => (socket.write(HEAD), drip(socket, 'x-a: b\r\n'))],
    ['drips its status line', (socket: Socket) => drip(socket, 'H')],
    ['repeats 100 Continue', (socket: Socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n')],
    ['has headers of 20 KB', (socket: Socket) => socket.write(`${HEAD}x-a: ${'b'.repeat(20_480)}\r\n\r\n`)],
    [
      'switches protocols',
      (socket: Socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
    ['has status 099', (socket: Socket) => socket.end('HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n')],
    ['has status 600', (socket: Socket) => socket.end('HTTP/1.1 600 Odd\r\ncontent-length: 0\r\n\r\n')],
    ['has status 999', (socket: Socket) => socket.end('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n')],
    ['sends garbage', (socket: Socket) => socket.end(Buffer.from('00ff13377f', 'hex'))],
    ['responds in HTTP/0.9', (socket: Socket) => socket.end('<html>thank you</html>')],
    [
      'sends contradictory lengths',
      (socket: Socket) =>
        socket.end('HTTP/1.1 500 No\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
    ],
    ['closes without a response', (socket: Socket) => socket.end()],
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
    ['stops in the middle of its status line', (socket: Socket) => socket.end('HTTP/1.1 2')],
  ] as const)(
    'F24: an attempt at a receiver that %s is ended by the timeout or the parser, and retried',
    async (_what, respond) => {
      const link = await hostileLink();
      const raw = await aRawReceiver((socket) => void respond(socket));
      const hostile = await subscribe(harness, raw.target, { objectId: link.objectId });
      const healthy = await aHealthyReceiver(link);
      await publishOne(link);
      await deliveryOf(harness, healthy.id, ({ state }) => state === 'success');
      const row = await deliveryOf(harness, hostile, ({ attempts }) => attempts >= 2);
      expect(row.state).toBe('pending');
      expect(row.last_error !== null || row.last_status_code === 500).toBe(true);
      const attempts = await harness.postgres.query<{ duration_ms: number }>(
        'select duration_ms from webhook_attempt where delivery_id = $1',
        [row.id],
      );
      for (const one of attempts) expect(one.duration_ms).toBeLessThan(patient(LIMIT_MS + 500));
      await harness.request('DELETE', `/v3/webhooks/${hostile}`);
      for (const id of [healthy.id])
        await harness.request('PATCH', `/v3/webhooks/${id}`, { body: { is_active: false } });
    },
  );

  it.each([
    ['nothing', (socket: Socket) => socket.write(`${HEAD}content-length: 100\r\n\r\n`)],
    ['10 GB', (socket: Socket) => endless(socket)],
  ] as const)(
    'F25: a delivery to a receiver that sends 200 and then %s succeeds at once, its socket is closed, and memory use does not grow',
    async (_what, respond) => {
      const worker = await harness.startWorker();
      const link = await aLink();
      const raw = await aRawReceiver((socket) => void respond(socket));
      const id = await subscribe(harness, raw.target, { objectId: link.objectId });
      const before = memoryOf(worker);
      for (let number = 1; number <= 5; number += 1) {
        await publishOne(link);
        await eventually('success', patient(30_000), async () => {
          const rows = await deliveriesOf(harness, id);
          return rows.length >= number && rows.every((row) => row.state === 'success' && row.attempts === 1);
        });
      }
      const slowest = await harness.postgres.query<{ ms: number }>(
        'select max(last_duration_ms)::int as ms from webhook_delivery where webhook_id = $1',
        [id],
      );
      expect(slowest[0]?.ms).toBeLessThan(patient(1_000));
      await eventually('the end of every socket', patient(5_000), () =>
        Promise.resolve(raw.accepted.every(({ lastedMs }) => lastedMs !== null)),
      );
      expect(memoryOf(worker) - before).toBeLessThan(60_000);
      await harness.request('DELETE', `/v3/webhooks/${id}`);
    },
  );

  (hasOpenssl ? it : it.skip)(
    'F27: an attempt with untrusted TLS fails with a TLS error and is retried; a trusted receiver is served',
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'hrev-tls-'));
      closing.push(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
      const certificates = makeCertificates(folder);
      await harness.startWorker({ NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem') });
      const link = await aLink();
      const { good } = certificates;
      const cases = {
        good: await tlsServer(good),
        'self-signed': await tlsServer(certificates.selfSigned),
        expired: await tlsServer(certificates.expired),
        'wrong name': await tlsServer(certificates.wrongName),
        'TLS 1.0': await tlsServer({
          ...good,
          minVersion: 'TLSv1',
          maxVersion: 'TLSv1',
          ciphers: 'DEFAULT@SECLEVEL=0',
        }),
        'closes in the handshake': (await aRawReceiver((socket) => socket.end())).target.replace('http:', 'https:'),
      };
      const ids: Record<string, number> = {};
      for (const [name, target] of Object.entries(cases))
        ids[name] = await subscribe(harness, target, { objectId: link.objectId });
      await publishOne(link);
      const results: Record<string, string> = {};
      for (const [name, id] of Object.entries(ids)) {
        const row = await deliveryOf(harness, id, ({ attempts }) => attempts >= (name === 'good' ? 1 : 2));
        results[name] = `${row.state} ${row.last_error ?? row.last_status_code}`;
        await harness.request('DELETE', `/v3/webhooks/${id}`);
      }
      expect(results).toEqual({
        good: 'success 204',
        'self-signed': 'pending tls',
        expired: 'pending tls',
        'wrong name': 'pending tls',
        'TLS 1.0': 'pending tls',
        'closes in the handshake': expect.stringMatching(/^pending (tls|reset)$/),
      });
    },
  );

  let shared: WatchedLink | null = null;
  /** One collected link for all of F24; its worker is restarted for each case. */
  async function hostileLink(): Promise<WatchedLink> {
    await harness.startWorker();
    shared ??= await aLink();
    return shared;
  }

  async function tlsServer(options: TlsOptions): Promise<string> {
    const server: Server = createServer(options, (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 204 Thanks\r\n\r\n'));
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  }
});

/** Writes as fast as the client reads, up to 10 GB. */
function endless(socket: Socket): void {
  const chunk = Buffer.alloc(1_048_576, 'x');
  let left = 10_240;
  const more = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      if (!socket.write(chunk)) return;
    }
  };
  socket.write(`${HEAD}content-length: ${left * chunk.length}\r\n\r\n`);
  socket.on('drain', more);
  more();
}

/** Resident memory in KiB. */
function memoryOf({ pid }: ServiceProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
