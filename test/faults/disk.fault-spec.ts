import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@test/support/eventually';
import { type ServiceProcess } from '@test/support/service-process';
import { FaultHarness } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { Load } from './support/load';
import { patient } from './support/patience';
import { canMount } from './support/postgres-control';

/** Fault F14: the disk of PostgreSQL is full. */
jest.setTimeout(patient(240_000));

(canMount() ? describe : describe.skip)('F14: the disk is full (skipped where mounting is not possible)', () => {
  let harness: FaultHarness;
  let services: readonly ServiceProcess[];

  beforeAll(async () => {
    harness = await FaultHarness.begin({
      postgres: { megabytes: 220, settings: { max_wal_size: '64MB', min_wal_size: '32MB' } },
    });
    services = await Promise.all([harness.startApi(), harness.startWorker()]);
  });
  afterAll(() => harness?.end(), patient(60_000));

  it('writes get 503 and never 500; once there is space, requests succeed and no acknowledged write is lost', async () => {
    const link = await harness.newLink('steam', 200);
    await harness.untilEnded(link);
    const load = new Load(harness, { writers: 3, pauseMs: 10, read: `/v3/reviews?object_id=${link.objectId}` });
    await load.untilRecovered(performance.now(), 30_000);
    const ballast = path.join(harness.postgres.dataFolder, 'ballast');
    const began = performance.now();
    // Fills the disk.
    const { bavail, bsize } = statfsSync(harness.postgres.dataFolder);
    const megabytes = Math.max(0, Math.floor((bavail * bsize) / 1_048_576));
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M', `count=${megabytes + 1}`]);
    // PostgreSQL still writes into existing segments; a large table fills the rest of them.
    await harness.postgres
      .query('create table filler as select n, repeat(md5(n::text), 30) as t from generate_series(1, 400000) n')
      .catch(() => undefined);
    await pause(8_000);
    rmSync(ballast, { force: true });
    const spaceFreedAt = performance.now();
    await eventually('a response of PostgreSQL', patient(30_000), async () => {
      try {
        return (await harness.postgres.query('select 1')).length === 1;
      } catch {
        // A server that panics on a full disk exits: the operator starts it again.
        await harness.postgres.startIfEnded();
        return false;
      }
    });
    await load.untilRecovered(Math.max(spaceFreedAt, performance.now()), 30_000);
    await load.end();
    const statuses = new Set(load.since(began).map((sample) => sample.status));
    for (const status of statuses) expect([200, 201, 503]).toContain(status);
    expect(statuses).toContain(503);
    const next = await harness.newLink('steam', 20);
    expect(await harness.untilEnded(next)).toMatchObject({ outcome: 'success' });
    expect(services.map((service) => service.isUp)).toEqual([true, true]);
    await checkInvariants(harness);
  });
});
