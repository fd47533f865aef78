/** Planning due links, a hundred at a time (R18), compared with jobs of queue libraries. */
import type { BenchRun, BenchSetup } from '../bench-run';
import { ratioOf, runRounds } from '../measure/rounds';
import { median } from '../measure/statistics';
import { bullmqRate, bullmqRedisRate } from '../peers/bullmq-jobs';
import { installedVersion } from '../peers/installed';
import { graphileWorkerRate, pgBossRate } from '../peers/other-queues';
import type { PeerName } from '../peers/peer-names';
import { startRedis } from '../redis';

type QueueRate = (name: string, jobs: number) => Promise<number>;

/** The threshold applies to BullMQ on the same PostgreSQL; the figures of other queues are reported without a threshold. */
export async function measureClaims(run: BenchRun, setup: BenchSetup): Promise<void> {
  const queues = await availableQueues(run, setup.url);
  const { rounds, dueLinks, queueJobs } = run.options.profile;
  await claimRate(setup, dueLinks);
  for (const rate of queues.values()) await rate('bench-warm-up', Math.ceil(queueJobs / 4));
  const figures = await runRounds(['ours', ...queues.keys()], rounds, (name, round) => {
    const queue = queues.get(name);
    return queue ? queue(`bench-${round}`, queueJobs) : claimRate(setup, dueLinks);
  });
  for (const [variant, values] of Object.entries(figures)) {
    run.cells.push({
      id: 'claims',
      variant,
      value: Math.round(median(values)),
      unit: 'per second',
      rounds: values.map(Math.round),
    });
  }
  const [ours, bullmq] = [figures['ours'], figures['bullmq-pg']];
  if (ours && bullmq) run.evaluate('R18', ratioOf(ours, bullmq));
}

async function availableQueues(run: BenchRun, url: string): Promise<ReadonlyMap<string, QueueRate>> {
  const queues = new Map<string, QueueRate>();
  const offer = (name: PeerName, version: string | null, rate: QueueRate): void => {
    if (!run.mayUse(name)) run.peers[name] = 'left out';
    else if (version !== null) {
      run.peers[name] = version;
      queues.set(name, rate);
    }
  };
  const bullmq = 'a dependency of the product';
  offer('bullmq-pg', bullmq, (name, jobs) => bullmqRate(url, name, jobs));
  const redis = run.mayUse('bullmq-redis') ? await startRedis(run.cleanUp) : null;
  offer('bullmq-redis', redis === null ? null : bullmq, (name, jobs) => bullmqRedisRate(redis?.url ?? '', name, jobs));
  offer('pg-boss', installedVersion('pg-boss'), (name, jobs) => pgBossRate(url, name, jobs));
  offer('graphile-worker', installedVersion('graphile-worker'), (name, jobs) => graphileWorkerRate(url, name, jobs));
  return queues;
}

/**
 * Makes about `wanted` links due and plans them. Returns links planned per second. With `spread`, every account has some of these
 * links: with more accounts, more accounts share a batch of a hundred links, each with a separate run. With `together`, a large
 * database has as many accounts with due links as a small one.
 */
export async function claimRate(
  { product, dataset }: BenchSetup,
  wanted: number,
  which: 'spread' | 'together' = 'spread',
): Promise<number> {
  const { database } = product;
  // Not those of the loaded links, whose pages name them.
  await database.execute('delete from run where id <> all($1)', [
    [...new Set(dataset.links.map(({ runId }) => runId))],
  ]);
  // Links that an earlier round moved to a later slot must not become due during this one.
  await database.query(
    `update link_collection set next_run_at = next_run_at + interval '30 days'
     where next_run_at < clock_timestamp() + interval '1 hour'`,
  );
  const chosen = {
    spread: 'link_id % greatest(1, (select count(*) from link_collection) / $1::bigint) = 0',
    together: 'link_id in (select link_id from link_collection order by account_id, link_id limit $1::bigint)',
  }[which];
  const due = await database.execute(
    `update link_collection set next_run_at = clock_timestamp() - interval '1 minute' where ${chosen}`,
    [wanted],
  );
  const began = performance.now();
  let planned = 0;
  for (let hasMore = true; hasMore;) {
    const batch = await product.planning.planSome();
    planned += batch.planned;
    hasMore = batch.hasMore;
  }
  const seconds = (performance.now() - began) / 1_000;
  if (planned !== due) throw new Error(`${due} links were due and ${planned} were planned`);
  return planned / seconds;
}
