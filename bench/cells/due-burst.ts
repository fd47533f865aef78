/**
 * Latency of the slowest feed responses while links of 50 accounts come due within one second and a worker collects them (R24),
 * compared with the latency while the same worker has nothing to do, or with 250 ms if that is more. All links were collected before.
 * Requests are sent at a steady rate below saturation.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchRun, BenchSetup } from '../bench-run';
import { CleanUp } from '../clean-up';
import type { LoadJob } from '../load/generator';
import { feedRequests } from '../load/requests';
import { LoopbackCollection } from '../loopback/collection';
import { ratioOf, runRounds } from '../measure/rounds';
import { median } from '../measure/statistics';
import { startVariant } from '../variant-server';

const FORM = { pages: 1, size: 20 };
const ACCOUNTS = 50;
const WITHIN_MS = 1_000;
const REQUESTS_PER_SECOND = 100;
/** On a slow machine the rate is this share of the feed's maximum throughput. */
const SHARE_OF_MAX = 0.5;
const CONNECTIONS = 8;
/** A 99th percentile needs many responses, and the load begins with the second in which the links come due. */
const SLICE_FACTOR = 5;
const LEAST_MS = 250;
const SEED = 24;

export async function measureDueBurst(run: BenchRun, setup: BenchSetup): Promise<void> {
  const owner = new CleanUp();
  run.cleanUp.add(() => owner.run());
  // The other links of this database belong to real platforms.
  await setup.product.database.query(
    `update link_collection set next_run_at = next_run_at + interval '30 days' where next_run_at < clock_timestamp() + interval '1 day'`,
  );
  await setup.product.database.query('truncate run cascade');
  const collection = await LoopbackCollection.open(run, { database: { url: setup.url }, workers: 1 });
  try {
    const ours = await startVariant('ours', setup.url, owner);
    await measureIn(run, setup, collection, ours.origin);
  } finally {
    await owner.run();
    await collection.close();
  }
}

async function measureIn(
  run: BenchRun,
  setup: BenchSetup,
  collection: LoopbackCollection,
  origin: string,
): Promise<void> {
  const { sliceMs, rounds, burstLinks } = run.options.profile;
  const addresses = Array.from({ length: burstLinks }, (_, n) => collection.platform.listAddress(`burst-${n}`, FORM));
  await collection.addLinks(await collection.addAccounts(ACCOUNTS), addresses);
  await run.block(`first collection of ${burstLinks} links`, () => collection.collect(addresses));
  const requests = feedRequests(setup.dataset.objects, { limit: 100, choice: 'mixed' }, SEED);
  const job: LoadJob = { origin, requests, connections: CONNECTIONS, durationMs: sliceMs, start: 0 };
  await run.load.run(job);
  const { rps: most } = await run.load.run(job);
  const steady = {
    ...job,
    rate: Math.min(REQUESTS_PER_SECOND, most * SHARE_OF_MAX),
    durationMs: sliceMs * SLICE_FACTOR,
  };
  const collected: number[] = [];
  const figures = await runRounds(['idle', 'busy'], rounds, async (side, round) => {
    await run.postgres.checkpoint();
    if (side === 'busy') await collection.makeDue(addresses, WITHIN_MS);
    const result = await run.load.run({ ...steady, start: round * 397 });
    if (result.errors > 0) throw new Error(`the feed failed ${result.errors} of ${result.requests} requests`);
    if (side === 'busy') {
      collected.push(await endedLinks(collection));
      await collection.untilCollected(addresses.length);
      await collection.forgetRuns();
      await sleep(WITHIN_MS);
    }
    return result.p99;
  });
  for (const side of ['idle', 'busy'] as const) {
    const slowest = figures[side].map((value) => Math.round(value * 10) / 10);
    run.cells.push({
      id: 'due-burst.p99',
      variant: side,
      value: median(slowest),
      unit: 'ms',
      rounds: slowest,
      requestsPerSecond: Math.round(steady.rate),
      linksDue: side === 'idle' ? 0 : addresses.length,
      linksCollected: side === 'idle' ? 0 : Math.round(median(collected)),
    });
    run.log(`${side}: 99th percentile ${slowest.join(', ')} ms`);
  }
  run.log(`links collected in the meantime: ${collected.join(', ')}`);
  const idle = figures.idle.map((value) => Math.max(LEAST_MS, value));
  run.evaluate('R24', ratioOf(figures.busy, idle));
}

async function endedLinks({ client }: LoopbackCollection): Promise<number> {
  const { rows } = await client.query<{ ended: number }>(
    'select count(*)::int as ended from run_link where ended_at is not null',
  );
  return rows[0]?.ended ?? 0;
}
