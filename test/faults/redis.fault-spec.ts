import { eventually } from '@test/support/eventually';
import { type ServiceProcess } from '@test/support/service-process';
import { FaultHarness } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { patient } from './support/patience';
import { hasRedis, RedisControl } from '@test/support/redis-control';

/** Faults F19, F20: Redis only wakes workers. When it fails, workers still find due work and no client waits for Redis. */
jest.setTimeout(patient(180_000));

const ANSWER_LIMIT_MS = 2_000;

(hasRedis ? describe : describe.skip)('faults of Redis (skipped where there is no redis-server)', () => {
  let harness: FaultHarness;
  let redis: RedisControl;
  let services: readonly ServiceProcess[];

  beforeAll(async () => {
    redis = await RedisControl.begin();
    harness = await FaultHarness.begin({ environment: { REDIS_URL: redis.url } });
    services = await Promise.all([harness.startApi(), harness.startWorker()]);
    await harness.untilEnded(await harness.newLink('steam', 10));
  });
  afterEach(async () => {
    expect(services.map((service) => service.isUp)).toEqual([true, true]);
    await checkInvariants(harness);
  }, patient(60_000));
  afterAll(async () => {
    redis?.thaw();
    await harness?.end();
    await redis?.kill();
  }, patient(60_000));

  /** Expects that a new link is created at once and collected. */
  async function expectWork(withinMs: number): Promise<void> {
    const began = performance.now();
    const link = await harness.newLink('steam', 10);
    expect(performance.now() - began).toBeLessThan(patient(ANSWER_LIMIT_MS));
    await eventually('the collection', patient(withinMs), async () => (await harness.runLinkOf(link)) !== undefined);
    expect(await harness.untilEnded(link, 60_000)).toMatchObject({ outcome: 'success', attempts: 1 });
  }

  it('F19: after Redis is killed and restarted empty, workers find all due work within 60 s', async () => {
    await redis.kill();
    await expectWork(5_000);
    const links = await Promise.all([1, 2, 3].map(() => harness.newLink('app-store', 5)));
    await redis.start();
    for (const link of links) expect(await harness.untilEnded(link)).toMatchObject({ outcome: 'success', attempts: 1 });
    await expectWork(5_000);
  });

  it('F20: while Redis is frozen, no request waits for it, and collections continue', async () => {
    redis.freeze();
    try {
      for (let round = 0; round < 3; round += 1) await expectWork(5_000);
      const health = await harness.request('GET', '/health/read');
      expect(health.status).toBe(200);
    } finally {
      redis.thaw();
    }
    await expectWork(5_000);
  });

  it('F20: while Redis is full (noeviction), no request waits for it, and collections continue', async () => {
    expect(await redis.send('CONFIG', 'SET', 'maxmemory', '1mb')).toBe('+OK');
    await expectWork(5_000);
    expect(await redis.send('CONFIG', 'SET', 'maxmemory', '0')).toBe('+OK');
    await expectWork(5_000);
  });

  it('F20, F31: both processes stop in time while Redis is frozen', async () => {
    redis.freeze();
    try {
      const stoppedAt = performance.now();
      const ended = services.map(async (service) => [await service.stop(), performance.now() - stoppedAt] as const);
      const [api = [null, 0], worker = [null, 0]] = await Promise.all(ended);
      expect([api[0], worker[0]]).toEqual([0, 0]);
      expect(api[1]).toBeLessThan(patient(30_000));
      expect(worker[1]).toBeLessThan(patient(45_000));
    } finally {
      redis.thaw();
      harness.processes.splice(0);
      services = await Promise.all([harness.startApi(), harness.startWorker()]);
    }
  });
});
