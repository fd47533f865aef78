import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hasBrowser } from '@test/support/real-browser';
import { eventually } from '@test/support/eventually';
import { FaultHarness } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { patient } from './support/patience';
import { canMount } from './support/postgres-control';
import { SmallDisk } from './support/small-disk';
import { ProcessWithOutput } from './support/process-with-output';

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
  let harness: FaultHarness;
  const processes: ProcessWithOutput[] = [];

  beforeAll(async () => {
    harness = await FaultHarness.begin();
    await harness.startApi();
  });
  afterEach(async () => {
    for (const { child } of processes.splice(0)) child.kill('SIGKILL');
    await checkInvariants(harness);
    for (const worker of harness.processes.filter((service) => service.isWorker)) await harness.stop(worker);
  }, patient(60_000));
  afterAll(() => harness?.end(), patient(60_000));

  /** Starts both roles, in addition to the API that the test itself calls. This worker is the only one. */
  async function startBoth(output: number | 'pipe'): Promise<readonly [ProcessWithOutput, ProcessWithOutput]> {
    const environment = { ...harness.environment, LOG_LEVEL: 'debug' };
    const both = await Promise.all([
      ProcessWithOutput.start('api', environment, output),
      ProcessWithOutput.start('worker', environment, output),
    ]);
    processes.push(...both);
    return both;
  }

  /** Expects that every response is correct, both processes are healthy, and a collection completes. */
  async function expectWork([api, worker]: readonly [ProcessWithOutput, ProcessWithOutput]): Promise<void> {
    const link = await harness.newLink('steam', 150);
    const headers = { 'X-API-Key': harness.account.full };
    for (let number = 0; number < REQUESTS; number += AT_ONCE) {
      const requests = Array.from({ length: AT_ONCE }, () => fetch(`${api.origin}/v3/objects?limit=1`, { headers }));
      const answers = await Promise.all(requests);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    }
    expect(await Promise.all([api.health(), worker.health()])).toEqual([200, 200]);
    expect(await harness.untilEnded(link)).toMatchObject({ outcome: 'success', attempts: 1 });
    expect(await harness.reviewsOf(link)).toEqual({ all: 150, distinct: 150, deleted: 0 });
  }

  async function expectCleanEnd([api, worker]: readonly [ProcessWithOutput, ProcessWithOutput]): Promise<void> {
    const codes = [api.stop(patient(API_STOPS_IN_MS)), worker.stop(patient(WORKER_STOPS_IN_MS))];
    expect(await Promise.all(codes)).toEqual([0, 0]);
  }

  it('both processes work and exit with 0 if the log is written to a device that is always full', async () => {
    const output = openSync('/dev/full', 'w');
    const both = await startBoth(output);
    closeSync(output);
    await expectWork(both);
    await expectCleanEnd(both);
  });

  it.each([
    [
      'closes the pipe',
      ({ child }: ProcessWithOutput) => [child.stdout, child.stderr].forEach((pipe) => pipe?.destroy()),
    ],
    ['stops reading', () => undefined],
  ])('both processes work and exit with 0 if the reader of the log %s', async (_how, breakOutput) => {
    const both = await startBoth('pipe');
    both.forEach(breakOutput);
    await expectWork(both);
    await expectCleanEnd(both);
  });

  onSmallDisk(
    'logging continues once there is space on a log disk that was full (skipped where mounting is not possible)',
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
    'without space in TMPDIR, visits by browser fail with a reason and other work continues (skipped where mounting is not possible)',
    async () => {
      const disk = new SmallDisk(64);
      try {
        disk.fill();
        disk.useAllInodes();
        const worker = await harness.startWorker({ TMPDIR: disk.folder });
        const link = await harness.newLink('trustpilot', 25);
        const other = await harness.newLink('steam', 20);
        expect(await harness.untilEnded(other)).toMatchObject({ outcome: 'success' });
        const row = await harness.untilEnded(link, 120_000);
        expect(row.outcome).toBe('failed');
        expect(row.scrape_error).toMatch(/^browser_unavailable: ./);
        expect(worker.isUp).toBe(true);
        disk.makeSpace();
        await harness.makeDue(link);
        expect(await harness.untilEnded(link, 120_000, row.id)).toMatchObject({ outcome: 'success', reviews_new: 25 });
        await eventually(
          'a response of the worker',
          patient(5_000),
          async () => (await fetch(`${worker.origin}/health`)).ok,
        );
      } finally {
        disk.remove();
      }
    },
  );
});
