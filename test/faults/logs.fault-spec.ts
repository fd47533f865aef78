import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hasBrowser } from '@test/support/real-browser';
import { eventually } from '@test/support/eventually';
import { FaultWorld } from './support/fault-world';
import { checkInvariants } from './support/invariants';
import { patient } from './support/patience';
import { canMount } from './support/postgres-control';
import { SmallDisk } from './support/small-disk';
import { Unheard } from './support/unheard';

/** Fault F41: the disk of the logs or of /tmp is full, or the log has no reader. */
jest.setTimeout(patient(240_000));

const API_STOPS_IN_MS = 30_000;
const WORKER_STOPS_IN_MS = 45_000;
/** Their log lines exceed the capacity of a pipe. */
const REQUESTS = 600;
const AT_ONCE = 10;

const onSmallDisk = canMount() ? it : it.skip;
const browserOnSmallDisk = canMount() && hasBrowser ? it : it.skip;

describe('F41: full disks, logs without a reader', () => {
  let world: FaultWorld;
  const unheard: Unheard[] = [];

  beforeAll(async () => {
    world = await FaultWorld.begin();
    await world.startApi();
  });
  afterEach(async () => {
    for (const { child } of unheard.splice(0)) child.kill('SIGKILL');
    await checkInvariants(world);
    for (const worker of world.processes.filter((service) => service.isWorker)) await world.stop(worker);
  }, patient(60_000));
  afterAll(() => world?.end(), patient(60_000));

  /** Both roles, beside the API that the test itself calls; only this worker collects. */
  async function startBoth(output: number | 'pipe'): Promise<readonly [Unheard, Unheard]> {
    const environment = { ...world.environment, LOG_LEVEL: 'debug' };
    const both = await Promise.all([
      Unheard.start('api', environment, output),
      Unheard.start('worker', environment, output),
    ]);
    unheard.push(...both);
    return both;
  }

  /** Every response is right, both processes are healthy, and a collection completes. */
  async function expectWork([api, worker]: readonly [Unheard, Unheard]): Promise<void> {
    const link = await world.newLink('steam', 150);
    const headers = { 'X-API-Key': world.account.full };
    for (let number = 0; number < REQUESTS; number += AT_ONCE) {
      const asked = Array.from({ length: AT_ONCE }, () => fetch(`${api.origin}/v3/objects?limit=1`, { headers }));
      const answers = await Promise.all(asked);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    }
    expect(await Promise.all([api.health(), worker.health()])).toEqual([200, 200]);
    expect(await world.ended(link)).toMatchObject({ outcome: 'success', attempts: 1 });
    expect(await world.reviewsOf(link)).toEqual({ all: 150, distinct: 150, deleted: 0 });
  }

  async function expectCleanEnd([api, worker]: readonly [Unheard, Unheard]): Promise<void> {
    const codes = [api.stop(patient(API_STOPS_IN_MS)), worker.stop(patient(WORKER_STOPS_IN_MS))];
    expect(await Promise.all(codes)).toEqual([0, 0]);
  }

  it('the log goes to a device that is always full: everything works, exit 0', async () => {
    const output = openSync('/dev/full', 'w');
    const both = await startBoth(output);
    closeSync(output);
    await expectWork(both);
    await expectCleanEnd(both);
  });

  it.each([
    ['has gone', ({ child }: Unheard) => [child.stdout, child.stderr].forEach((pipe) => pipe?.destroy())],
    ['stands still', () => undefined],
  ])('the reader of the log %s: everything works, exit 0', async (_how, happen) => {
    const both = await startBoth('pipe');
    both.forEach(happen);
    await expectWork(both);
    await expectCleanEnd(both);
  });

  onSmallDisk(
    'the disk of the log fills up (skipped where none can be mounted): logging continues once there is space',
    async () => {
      const disk = new SmallDisk(2);
      try {
        const file = path.join(disk.folder, 'hrev.log');
        const output = openSync(file, 'a');
        const both = await startBoth(output);
        closeSync(output);
        await expectWork(both);
        disk.fill();
        await expectWork(both);
        disk.makeSpace();
        await expectWork(both);
        await expectCleanEnd(both);
        const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
        expect(lines.filter((line) => line.includes('log lines were lost')).length).toBeGreaterThan(0);
      } finally {
        disk.remove();
      }
    },
  );

  browserOnSmallDisk(
    'no space in TMPDIR (skipped where none can be mounted): visits by browser fail with a reason, everything else continues',
    async () => {
      const disk = new SmallDisk(64);
      try {
        disk.fill();
        disk.fillNames();
        const worker = await world.startWorker({ TMPDIR: disk.folder });
        const link = await world.newLink('trustpilot', 25);
        const other = await world.newLink('steam', 20);
        expect(await world.ended(other)).toMatchObject({ outcome: 'success' });
        const row = await world.ended(link, 120_000);
        expect(row.outcome).toBe('failed');
        expect(row.scrape_error).toMatch(/^browser_unavailable: ./);
        expect(worker.isUp).toBe(true);
        disk.makeSpace();
        await world.makeDue(link);
        expect(await world.ended(link, 120_000, row.id)).toMatchObject({ outcome: 'success', reviews_new: 25 });
        await eventually(
          'an answer of the worker',
          patient(5_000),
          async () => (await fetch(`${worker.origin}/health`)).ok,
        );
      } finally {
        disk.remove();
      }
    },
  );
});
