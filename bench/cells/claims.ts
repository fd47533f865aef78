/** Planning what is due, a hundred links at a time (R18), against a queue's jobs in the same database. */
import type { BenchRun, World } from '../bench-run';
import { ratioOf, runRounds } from '../measure/rounds';
import { median } from '../measure/statistics';
import { bullmqRate } from '../peers/bullmq-jobs';

export async function measureClaims(run: BenchRun, world: World): Promise<void> {
  if (!run.mayUse('bullmq-pg')) {
    run.peers['bullmq-pg'] = 'left out';
    return;
  }
  run.peers['bullmq-pg'] = 'a dependency of the product';
  const { rounds, dueLinks, queueJobs } = run.options.profile;
  await claimRate(world, dueLinks);
  await bullmqRate(world.url, 'bench-warm-up', Math.ceil(queueJobs / 4));
  const figures = await runRounds(['ours', 'bullmq-pg'], rounds, (name, round) =>
    name === 'ours' ? claimRate(world, dueLinks) : bullmqRate(world.url, `bench-${round}`, queueJobs),
  );
  for (const [variant, values] of Object.entries(figures)) {
    run.cells.push({
      id: 'claims',
      variant,
      value: Math.round(median(values)),
      unit: 'per second',
      rounds: values.map(Math.round),
    });
  }
  run.judge('R18', ratioOf(figures.ours, figures['bullmq-pg']));
}

/** Makes about `wanted` links due, evenly over all accounts, and plans them. Links planned per second. */
export async function claimRate({ product }: World, wanted: number): Promise<number> {
  const { database } = product;
  await database.query('truncate run cascade');
  // What an earlier round moved to a slot of the next hours must not come due in the middle of this one.
  await database.query(
    `update link_collection set next_run_at = next_run_at + interval '30 days'
     where next_run_at < clock_timestamp() + interval '1 hour'`,
  );
  const due = await database.execute(
    `update link_collection set next_run_at = clock_timestamp() - interval '1 minute'
     where link_id % greatest(1, (select count(*) from link_collection) / $1::bigint) = 0`,
    [wanted],
  );
  const began = performance.now();
  const planned = await product.planning.planDue();
  const seconds = (performance.now() - began) / 1_000;
  if (planned !== due) throw new Error(`${due} links were due and ${planned} were planned`);
  return planned / seconds;
}
