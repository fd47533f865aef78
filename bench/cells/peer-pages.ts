/** Pages of 100 with their total against what a user might install instead (R4). */
import type { BenchRun, World } from '../bench-run';
import { contest, type Contestant } from '../contest';
import { findDifference } from '../equal';
import { feedRequests } from '../load/requests';
import { ratioOf } from '../measure/rounds';
import { installedVersion } from '../peers/installed';
import { POSTGRAPHILE, POSTGRAPHILE_INDEX } from '../peers/postgraphile/dialect';
import type { StartVariant, VariantServer } from '../variant-server';

const SEED = 7;

/** Ours and a peer, both asked for the same pages, each in its own words. */
export async function measurePeerPages(
  run: BenchRun,
  world: World,
  start: StartVariant,
  ours: VariantServer,
): Promise<void> {
  const version = installedVersion('postgraphile');
  if (!run.mayUse('postgraphile')) run.peers['postgraphile'] = 'left out';
  else if (version !== null) await againstPostgraphile(run, world, start, ours, version);
}

async function againstPostgraphile(
  run: BenchRun,
  world: World,
  start: StartVariant,
  ours: VariantServer,
  version: string,
): Promise<void> {
  run.peers['postgraphile'] = version;
  await world.product.runUnlimited([POSTGRAPHILE_INDEX.create, 'vacuum (analyze) review']);
  try {
    const peer: VariantServer = { ...(await start('postgraphile')), dialect: POSTGRAPHILE };
    for (const choice of ['mid', 'hot'] as const) {
      await run.attempt(`pages of 100, ${choice}, against PostGraphile`, () => against(run, world, ours, peer, choice));
    }
  } finally {
    await world.product.runUnlimited([POSTGRAPHILE_INDEX.drop]);
  }
}

/** Of the hot object it is shown and not judged. */
async function against(
  run: BenchRun,
  world: World,
  ours: VariantServer,
  peer: VariantServer,
  choice: 'mid' | 'hot',
): Promise<void> {
  const requests = feedRequests(world.dataset.objects, { limit: 100, choice }, SEED);
  const unequal = await findDifference([peer, ours], requests);
  const contestants: Record<'ours' | 'peer', Contestant> = {
    ours: { server: ours, requests },
    peer: { server: peer, requests: requests.map((request) => peer.dialect?.question(request) ?? request) },
  };
  const { rounds, cpu } = await contest(run, `feed100.${peer.name}.${choice}`, contestants);
  if (choice === 'mid')
    run.judge('R4.postgraphile', ratioOf(rounds.ours, rounds.peer), { unequal, cpu: cpu.peer / cpu.ours });
}
