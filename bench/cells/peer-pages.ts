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
  readonly ratio: ThresholdId;
  /** Objects that are requested. Only mid objects have a threshold; the figure of the hot one is reported. */
  readonly choices: readonly Choice[];
  /** Statements before it starts, after it has started, and after it has stopped. */
  readonly before: readonly string[];
  readonly loaded: (setup: BenchSetup) => readonly string[];
  readonly after: readonly string[];
}

const PAGE_PEERS: readonly PagePeer[] = [
  {
    name: 'postgraphile',
    title: 'PostGraphile',
    packageName: 'postgraphile',
    dialect: POSTGRAPHILE,
    ratio: 'R4.postgraphile',
    choices: ['mid', 'hot'],
    before: [POSTGRAPHILE_INDEX.create, 'vacuum (analyze) review'],
    loaded: () => [],
    after: [POSTGRAPHILE_INDEX.drop],
  },
  {
    name: 'strapi',
    title: 'Strapi',
    packageName: '@strapi/strapi',
    dialect: STRAPI,
    ratio: 'R4.strapi',
    choices: ['mid'],
    before: STRAPI_PREPARE,
    loaded: ({ dataset }) => strapiLoad(dataset.objects.slice(1, 1 + MID_OBJECTS).map(({ objectId }) => objectId)),
    after: [STRAPI_DROP],
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

/** Starts the peer, compares, stops the peer and removes its data from the database, also after a failure. */
async function measurePeer(run: BenchRun, setup: BenchSetup, ours: VariantServer, peer: PagePeer): Promise<void> {
  const { product, url } = setup;
  const owner = new CleanUp();
  run.cleanUp.add(() => owner.run());
  try {
    await product.runUnlimited(peer.before);
    const server: VariantServer = { ...(await startVariant(peer.name, url, owner)), dialect: peer.dialect };
    await product.runUnlimited(peer.loaded(setup));
    for (const choice of peer.choices) {
      await run.attempt(`pages of 100, ${choice}, against ${peer.title}`, () =>
        compareWithPeer(run, setup, ours, server, peer.ratio, choice),
      );
    }
  } finally {
    await owner.run();
    await product.runUnlimited(peer.after);
  }
}

/** Compares one choice of objects. The figure of the hot object is reported without a threshold. */
async function compareWithPeer(
  run: BenchRun,
  setup: BenchSetup,
  ours: VariantServer,
  peer: VariantServer,
  ratio: ThresholdId,
  choice: Choice,
): Promise<void> {
  const requests = feedRequests(setup.dataset.objects, { limit: 100, choice }, SEED);
  const unequal = await findDifference([peer, ours], requests);
  const contestants: Record<'ours' | 'peer', Contestant> = {
    ours: { server: ours, requests },
    peer: { server: peer, requests: requests.map((request) => peer.dialect?.translate(request) ?? request) },
  };
  const { rounds, cpu } = await contest(run, `feed100.${peer.name}.${choice}`, contestants);
  if (choice === 'mid') run.evaluate(ratio, ratioOf(rounds.ours, rounds.peer), { unequal, cpu: cpu.peer / cpu.ours });
}
