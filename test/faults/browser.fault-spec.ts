// cspell:ignore chrom
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { hasBrowser } from '@test/support/real-browser';
import { eventually } from '@test/support/eventually';
import { type ServiceProcess } from '@test/support/service-process';
import { FaultHarness } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { patient } from './support/patience';

/** Faults F32, F33: a killed browser, and pages that try to crash the browser and the worker. */
jest.setTimeout(patient(400_000));

const HOSTILE: Readonly<Record<string, string>> = {
  'an endless script': '<script>for(;;){}</script>',
  'an endless sequence of alerts': '<script>for(;;)alert(1)</script>',
  'unlimited memory': '<script>const a=[];for(;;)a.push(new Uint8Array(1<<26).fill(1))</script>',
  'unlimited popups': '<script>for(let i=0;i<10000;i++)open("about:blank")</script>',
};

(hasBrowser ? describe : describe.skip)('faults of the browser (skipped where there is none)', () => {
  let harness: FaultHarness;
  let worker: ServiceProcess;

  beforeAll(async () => {
    harness = await FaultHarness.begin();
    await harness.startApi();
  });
  afterEach(async () => {
    await checkInvariants(harness);
    await harness.stop(worker);
    // A browser that runs after its worker has ended would keep its memory.
    await eventually('the end of every browser', patient(10_000), () =>
      Promise.resolve(browsersOf(harness.home).length === 0),
    );
  }, patient(90_000));
  afterAll(() => harness?.end(), patient(60_000));

  it('F32: a visit whose browser is killed fails with a reason or is retried, the next visit succeeds, and no browser process remains', async () => {
    worker = await harness.startWorker({ TMPDIR: harness.home });
    harness.sandbox.slowDown(1_500);
    const link = await harness.newLink('trustpilot', 60);
    const pids = await eventually('a browser', patient(30_000), () => {
      const found = browsersOf(harness.home);
      return Promise.resolve(found.length > 0 && found);
    });
    await harness.untilPagesRead(link, 1);
    for (const pid of pids) spawnSync('kill', ['-9', String(pid)]);
    harness.sandbox.slowDown(0);
    const row = await harness.untilEnded(link, 120_000);
    if (row.outcome === 'failed') expect(row.scrape_error).toMatch(/^\w+: ./);
    const next = await harness.newLink('trustpilot', 25);
    expect(await harness.untilEnded(next, 120_000)).toMatchObject({ outcome: 'success' });
    expect(worker.isUp).toBe(true);
  });

  it.each(Object.entries(HOSTILE))(
    'F33: a visit of a page with %s is stopped and fails with a reason, and the worker keeps running',
    async (_what, script) => {
      const server = createServer((_, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<!DOCTYPE html><title>Shop</title>${script}`);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      try {
        const trustpilot = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        worker = await harness.startWorker({
          TMPDIR: harness.home,
          HREV_SOURCE_ORIGINS: JSON.stringify({ ...harness.sandbox.origins, trustpilot }),
        });
        const link = await harness.newLink('trustpilot', 5);
        const other = await harness.newLink('steam', 20);
        expect(await harness.untilEnded(other)).toMatchObject({ outcome: 'success' });
        const row = await harness.untilEnded(link, 300_000);
        expect(row.outcome).toBe('failed');
        expect(row.scrape_error).toMatch(/^\w+: ./);
        expect(worker.isUp).toBe(true);
      } finally {
        await stop(server);
      }
    },
  );
});

/** Browser processes whose command line contains the path of the temporary folder of this test. */
function browsersOf(home: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return line.includes('chrom') && line.includes(home);
    } catch {
      return false;
    }
  });
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
