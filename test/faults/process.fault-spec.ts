import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@test/support/eventually';
import { type ServiceProcess } from '@test/support/service-process';
import { FaultHarness } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { Load, type LoadOptions } from './support/load';
import { patient } from './support/patience';
import { clockOff } from './support/preload';

/** Faults F22, F30, F40, F44: faults of an API process. */
jest.setTimeout(patient(180_000));

const HOUR_MS = 3_600_000;
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

describe('faults of an API process', () => {
  let harness: FaultHarness;
  let api: ServiceProcess;
  const loads: Load[] = [];
  const startLoad = (options?: LoadOptions): Load => {
    const load = new Load(harness, options);
    loads.push(load);
    return load;
  };

  beforeAll(async () => {
    harness = await FaultHarness.begin();
  });
  beforeEach(async () => {
    api = await harness.startApi({ HREV_SHUTDOWN_DELAY: '3s' });
  });
  afterEach(async () => {
    await Promise.all(loads.splice(0).map((load) => load.end()));
    if (api.isUp) await checkInvariants(harness);
    for (const service of [...harness.processes]) await harness.kill(service);
  }, patient(60_000));
  afterAll(() => harness?.end(), patient(60_000));

  it('F30: an API that is stopped under load first becomes not ready, completes requests in flight and exits with 0 within 30 s', async () => {
    const load = startLoad({ readers: 4, writers: 2, pauseMs: 10 });
    await load.untilRecovered(performance.now(), 30_000);
    const stoppedAt = performance.now();
    const stopped = api.stop();
    await eventually('the first "not ready"', patient(2_500), () =>
      Promise.resolve(load.since(stoppedAt, 'ready').some(({ status }) => status === 503)),
    );
    // Every request is served until the port closes.
    const served = load
      .since(stoppedAt)
      .filter((sample) => sample.what !== 'ready' && sample.at + sample.ms < stoppedAt + 2_500);
    expect(served.length).toBeGreaterThan(0);
    for (const { status } of served) expect([200, 201]).toContain(status);
    expect(await stopped).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(patient(30_000));
    // Connections are refused or cut between two requests; no response is an error of the service.
    const statuses = new Set(load.since(stoppedAt).map((sample) => sample.status));
    for (const status of statuses) expect([0, 200, 201, 503]).toContain(status);
    harness.processes.splice(0);
    // The writers repeat requests that were not acknowledged.
    api = await harness.startApi();
  });

  (hasPrlimit ? it : it.skip)(
    'F40: an API without free file descriptors refuses requests, does not crash, and recovers',
    async () => {
      const open = readdirSync(`/proc/${api.pid}/fd`).length;
      spawnSync('prlimit', ['--pid', String(api.pid), `--nofile=${open + 30}:${open + 30}`]);
      const port = Number(new URL(api.origin).port);
      const sockets = await Promise.all(Array.from({ length: 120 }, () => openConnection(port)));
      // Its connections to PostgreSQL are cut as well, and it cannot open new ones.
      harness.proxy.cut();
      await pause(1_000);
      const meanwhile = await Promise.all(
        [1, 2, 3].map(() => harness.request('GET', '/v3/objects', { limitMs: 20_000 })),
      );
      for (const { status } of meanwhile) expect([-1, 0, 200, 503]).toContain(status);
      expect(api.isUp).toBe(true);
      for (const socket of sockets) socket.destroy();
      await eventually(
        'a write that succeeds',
        patient(20_000),
        async () => (await harness.create('After F40')).status === 201,
      );
      expect(api.isUp).toBe(true);
    },
  );

  it('F44: 300 connections that send one byte per second are closed within 20 s, and other clients are served', async () => {
    const port = Number(new URL(api.origin).port);
    const load = startLoad({ readers: 2, writers: 1 });
    await load.untilRecovered(performance.now(), 30_000);
    const slow = await Promise.all(
      Array.from({ length: 300 }, () => openConnection(port, 'GET /v3/objects HTTP/1.1\r\nHost: x\r\nX-A: ')),
    );
    const began = performance.now();
    const drip = setInterval(() => slow.forEach((socket) => !socket.destroyed && socket.write('a')), 1_000);
    try {
      await eventually('the end of every slow connection', patient(22_000), () =>
        Promise.resolve(slow.every((socket) => socket.readableEnded || socket.destroyed)),
      );
    } finally {
      clearInterval(drip);
      slow.forEach((socket) => socket.destroy());
    }
    expect(performance.now() - began).toBeGreaterThan(10_000);
    const statuses = new Set(load.since(began).map((sample) => sample.status));
    expect([...statuses].sort()).toEqual([200, 201]);
  });

  it.each([
    ['an hour slow', -HOUR_MS],
    ['an hour fast', HOUR_MS],
  ])('F22: with a clock %s, stored times still increase, and cursors, keys and idempotency work', async (_how, off) => {
    const link = await harness.newLink('steam', 40);
    await harness.startWorker();
    await harness.untilEnded(link);
    const copy = harness.copies.get(link.objectId);
    await copy?.catchUp();
    expect(copy?.size).toBe(40);
    const object = await harness.create(`Before ${off}`);
    await harness.kill(api);
    api = await harness.startApi(clockOff(off));
    const replayed = await harness.create(`Before ${off}`);
    expect(replayed.text).toBe(object.text);
    await pause(1_100);
    const path = `/v3/objects/${object.body['id'] as number}`;
    const changed = await harness.request('PUT', path, { body: { name: `After ${off}` } });
    expect(changed.status).toBe(200);
    harness.ledger.recordRename(`Before ${off}`, `After ${off}`);
    // It writes times of the database's clock, so they are later than those written before.
    const later = await harness.create(`Made ${off}`);
    const [times] = await harness.postgres.query<{ isLater: boolean; isCurrent: boolean }>(
      `select b.created_at > a.created_at as "isLater", abs(extract(epoch from clock_timestamp() - b.created_at)) < 300 as "isCurrent"
       from tracked_object a, tracked_object b where a.id = $1 and b.id = $2`,
      [object.body['id'], later.body['id']],
    );
    expect(times).toEqual({ isLater: true, isCurrent: true });
    // A cursor of the process with the right clock works in the one with the wrong clock, and vice versa.
    harness.sandbox.edit('steam', link.key, harness.sandbox.listing('steam', link.key).reviews[0]?.id ?? '', {
      text: `At ${off}`,
    });
    const last = (await harness.runLinkOf(link))?.id ?? 0;
    await harness.makeDue(link);
    await harness.untilEnded(link, 60_000, last);
    expect(await copy?.catchUp()).toBeGreaterThan(0);
    await harness.kill(api);
    api = await harness.startApi();
    expect(await copy?.catchUp()).toBe(0);
  });
});

/** Opens a connection, sends some bytes and then nothing. */
function openConnection(port: number, bytes = ''): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      if (bytes !== '') socket.write(bytes);
      resolve(socket);
    });
    socket.on('error', () => resolve(socket));
    socket.resume();
  });
}
