/** Pages of 100 with their total, compared with products that a user might install instead (R4). */
import type { BenchRun, BenchSetup } from '../bench-run';
import { CleanUp } from '../clean-up';
import { contest, type Contestant } from '../contest';
import { findDifference } from '../equal';
import { feedRequests, MID_OBJECTS } from '../load/requests';
import type { ThresholdId } from '../measure/verdicts';
import { ratioOf } from '../measure/rounds';
import type { Dialect } from '../peers/dialect';
import { installedVersion } from '../peers/installed';
import { POSTGRAPHILE, POSTGRAPHILE_INDEX } from '../peers/postgraphile/dialect';
import { STRAPI, STRAPI_DROP, STRAPI_PREPARE, strapiLoad } from '../peers/strapi/dialect';
import { startVariant, type VariantServer } from '../variant-server';

const SEED = 7;

type Choice = 'mid' | 'hot';

interface PagePeer {
  readonly name: 'postgraphile' | 'strapi';
  readonly title: string;
  readonly packageName: string;
  readonly dialect: Dialect;
  readonly thresholdId: ThresholdId;
  /** Objects that are requested. Only mid objects have a threshold; the figure of the hot one is reported. */
  readonly choices: readonly Choice[];
  /** Statements that run before the peer starts, after it has started, and after it has stopped. */
  readonly beforeStart: readonly string[];
  readonly afterStart: (setup: BenchSetup) => readonly string[];
  readonly afterStop: readonly string[];
}

const PAGE_PEERS: readonly PagePeer[] = [
  {
    name: 'postgraphile',
    title: 'PostGraphile',
    packageName: 'postgraphile',
    dialect: POSTGRAPHILE,
    thresholdId: 'R4.postgraphile',
    choices: ['mid', 'hot'],
    beforeStart: [POSTGRAPHILE_INDEX.create, 'vacuum (analyze) review'],
    afterStart: () => [],
    afterStop: [POSTGRAPHILE_INDEX.drop],
  },
  {
    name: 'strapi',
    title: 'Strapi',
    packageName: '@strapi/strapi',
    dialect: STRAPI,
    thresholdId: 'R4.strapi',
    choices: ['mid'],
    beforeStart: STRAPI_PREPARE,
    afterStart: ({ dataset }) => strapiLoad(dataset.objects.slice(1, 1 + MID_OBJECTS).map(({ objectId }) => objectId)),
    afterStop: [STRAPI_DROP],
  },
];

/** Compares the product with each installed peer, which returns the same pages through its own API. */
export async function measurePeerPages(run: BenchRun, setup: BenchSetup, ours: VariantServer): Promise<void> {
  for (const peer of PAGE_PEERS) {
    const version = installedVersion(peer.name, peer.packageName);
    if (!run.mayUse(peer.name)) run.peers[peer.name] = 'left out';
    else if (version !== null) {
      run.peers[peer.name] = version;
      await run.attempt(`${peer.title} compared with the product`, () => measurePeer(run, setup, ours, peer));
    }
  }
}

/** Starts the peer, compares, stops the peer and removes its data from the database, even after a failure. */
async function measurePeer(run: BenchRun, setup: BenchSetup, ours: VariantServer, peer: PagePeer): Promise<void> {
  const { product, url } = setup;
  const peerCleanUp = new CleanUp();
  run.cleanUp.add(() => peerCleanUp.run());
  try {
    await product.runUnlimited(peer.beforeStart);
    const server: VariantServer = { ...(await startVariant(peer.name, url, peerCleanUp)), dialect: peer.dialect };
    await product.runUnlimited(peer.afterStart(setup));
    for (const choice of peer.choices) {
      await run.attempt(`pages of 100, ${choice}, against ${peer.title}`, () =>
        compareWithPeer(run, setup, ours, server, peer.thresholdId, choice),
      );
    }
  } finally {
    await peerCleanUp.run();
    await product.runUnlimited(peer.afterStop);
  }
}

/** Compares one choice of objects. The figure of the hot object is reported without a threshold. */
async function compareWithPeer(
  run: BenchRun,
  setup: BenchSetup,
  ours: VariantServer,
  peer: VariantServer,
  thresholdId: ThresholdId,
  choice: Choice,
): Promise<void> {
  const requests = feedRequests(setup.dataset.objects, { limit: 100, choice }, SEED);
  const unequal = await findDifference([peer, ours], requests);
  const contestants: Record<'ours' | 'peer', Contestant> = {
    ours: { server: ours, requests },
    peer: { server: peer, requests: requests.map((request) => peer.dialect?.translate(request) ?? request) },
  };
  const { rounds, cpu } = await contest(run, `feed100.${peer.name}.${choice}`, contestants);
  if (choice === 'mid')
    run.evaluate(thresholdId, ratioOf(rounds.ours, rounds.peer), { unequal, cpu: cpu.peer / cpu.ours });
}
