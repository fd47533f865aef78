/**
 * What becomes slower when there is ten times as much (R19): the same operations of the product's services, without HTTP
 * around them, on a database and on its twin of a tenth, one after the other in every round.
 */
import type { Addressee } from '@libs/kernel';
import type { BenchRun, World } from '../bench-run';
import type { LoadedObject } from '../gen/load-dataset';
import { makeFolder } from '../gen/small-account';
import type { ThresholdId } from '../measure/judge';
import { ratioOf, runRounds } from '../measure/rounds';
import { PLAIN_COUNTS, PLAIN_FEED, PLAIN_LOOK, readerOf, timeOfEach } from '../measure/service-time';
import { median, medianInterval } from '../measure/statistics';
import { claimRate } from './claims';

const EXECUTIONS = 200;
const MID_OBJECTS = 10;
const TEN_YEARS = {
  ...PLAIN_COUNTS,
  published: { from: '2016-07-01', to: '2026-06-30' },
  sourceIds: [0],
  granularity: 'month',
} as const;

interface Operation {
  readonly id: Extract<ThresholdId, `R19.${string}`>;
  /** Milliseconds for one of it. */
  readonly time: (world: World) => Promise<number>;
}

export async function measureGrowth(run: BenchRun, large: World, small: World): Promise<void> {
  const worlds = { large, small };
  const dueLinks = Math.min(run.options.profile.dueLinks, Math.floor(small.dataset.links.length * 0.9));
  const operations: readonly Operation[] = [
    { id: 'R19.page', time: (world) => timeOfPages(world, world.dataset.objects.slice(1, 1 + MID_OBJECTS), 100) },
    { id: 'R19.hot', time: (world) => timeOfPages(world, world.dataset.objects.slice(0, 1), 100) },
    { id: 'R19.total', time: (world) => timeOfPages(world, world.dataset.objects.slice(0, 1), 1) },
    { id: 'R19.summary', time: (world) => timeOfFigures(world, 'summary') },
    { id: 'R19.months', time: (world) => timeOfFigures(world, 'months') },
    { id: 'R19.folder', time: folderOf(Math.min(large.dataset.chain.length, small.dataset.chain.length)) },
    { id: 'R19.claim', time: async (world) => 1_000 / (await claimRate(world, dueLinks)) },
  ];
  const byRound: number[][] = [];
  for (const { id, time } of operations) {
    for (const world of Object.values(worlds)) await time(world);
    const figures = await runRounds(['large', 'small'], run.options.profile.rounds, (name) => time(worlds[name]));
    run.judge(id, ratioOf(figures.large, figures.small));
    figures.large.forEach((value, round) => (byRound[round] ??= []).push(value / (figures.small[round] as number)));
    for (const name of ['large', 'small'] as const) {
      const rounds = figures[name].map((value) => Math.round(value * 1_000) / 1_000);
      run.cells.push({ id: `growth.${id.slice(4)}`, variant: name, value: median(rounds), unit: 'ms', rounds });
    }
  }
  run.judge('R19.median', medianInterval(byRound.map(median)));
}

interface Place {
  readonly reader: Awaited<ReturnType<typeof readerOf>>;
  readonly addressee: Addressee;
}

async function placesOf({ product }: World, objects: readonly LoadedObject[]): Promise<readonly Place[]> {
  return Promise.all(
    objects.map(async ({ accountId, objectId }) => ({
      reader: await readerOf(product, accountId),
      addressee: { kind: 'object', objectId } as const,
    })),
  );
}

async function timeOfPages(world: World, objects: readonly LoadedObject[], limit: number): Promise<number> {
  return pagesAt(world, await placesOf(world, objects), limit);
}

function pagesAt({ product }: World, places: readonly Place[], limit: number): Promise<number> {
  return timeOfEach((turn) => {
    const { reader, addressee } = places[turn % places.length] as Place;
    return product.feed.page(reader, addressee, PLAIN_FEED, { limit, offset: 0 }, PLAIN_LOOK);
  }, EXECUTIONS);
}

/** A folder of as many objects in both worlds, made once in each. */
function folderOf(size: number): (world: World) => Promise<number> {
  const places = new Map<World, Place>();
  return async (world) => {
    const { product, dataset } = world;
    const objects = dataset.chain.slice(0, size);
    const accountId = objects[0]?.accountId ?? 0;
    if (!places.has(world)) {
      const ids = objects.map(({ objectId }) => objectId);
      const folderId = await makeFolder(product, accountId, ids);
      places.set(world, { reader: await readerOf(product, accountId), addressee: { kind: 'folder', folderId } });
    }
    return pagesAt(world, [places.get(world) as Place], 100);
  };
}

async function timeOfFigures(world: World, kind: 'summary' | 'months'): Promise<number> {
  const { analytics } = world.product;
  const [{ reader, addressee }] = (await placesOf(world, world.dataset.objects.slice(0, 1))) as [Place];
  return timeOfEach(
    () =>
      kind === 'summary'
        ? analytics.summary(reader, addressee, PLAIN_COUNTS)
        : analytics.timeseries(reader, addressee, TEN_YEARS),
    EXECUTIONS,
  );
}
