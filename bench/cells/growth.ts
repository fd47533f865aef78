/**
 * Measures which operations become slower with ten times the data (R19): the same operations of the product's services, without
 * HTTP, on a database and on another of a tenth of its size, alternately in every round. Every cell states the amount of data
 * that the operation reads, because not every part is a tenth.
 */
import type { Addressee } from '@libs/kernel';
import type { BenchRun, World } from '../bench-run';
import type { LoadedObject } from '../gen/load-dataset';
import { makeFolder } from '../gen/small-account';
import type { ThresholdId } from '../measure/verdicts';
import { ratioOf, runRounds } from '../measure/rounds';
import { PLAIN_COUNTS, PLAIN_FEED, PLAIN_FORMAT, readerOf, timeOfEach } from '../measure/service-time';
import { median, medianInterval } from '../measure/statistics';
import { claimRate } from './claims';

const EXECUTIONS = 200;
const MID_OBJECTS = 10;
const TENFOLD = 10;
const TEN_YEARS = {
  ...PLAIN_COUNTS,
  published: { from: '2016-07-01', to: '2026-06-30' },
  sourceIds: [0],
  granularity: 'month',
} as const;

interface Operation {
  readonly id: Extract<ThresholdId, `R19.${string}`>;
  /** Milliseconds for one execution. */
  readonly time: (world: World) => Promise<number>;
  /** The amount of data that it reads: reviews, counters or links. */
  readonly size: (world: World) => Promise<Readonly<Record<string, number>>>;
}

export async function measureGrowth(run: BenchRun, large: World, small: World): Promise<void> {
  const worlds = { large, small };
  const dueLinks = Math.min(run.options.profile.dueLinks, Math.floor(small.dataset.links.length * 0.9));
  const folders = foldersOf(worlds);
  const mid = (world: World): readonly LoadedObject[] => world.dataset.objects.slice(1, 1 + MID_OBJECTS);
  const hot = (world: World): readonly LoadedObject[] => world.dataset.objects.slice(0, 1);
  const reviews = (objects: (world: World) => readonly LoadedObject[]) => (world: World) =>
    Promise.resolve({ reviews: reviewsOf(objects(world)) });
  const operations: readonly Operation[] = [
    { id: 'R19.page', time: (world) => timeOfPages(world, mid(world), 100), size: reviews(mid) },
    { id: 'R19.hot', time: (world) => timeOfPages(world, hot(world), 100), size: reviews(hot) },
    { id: 'R19.total', time: (world) => timeOfPages(world, hot(world), 1), size: countersIn('link_total') },
    { id: 'R19.summary', time: (world) => timeOfFigures(world, 'summary'), size: countersIn('link_stat') },
    { id: 'R19.months', time: (world) => timeOfFigures(world, 'months'), size: countersIn('link_month') },
    { id: 'R19.folder', time: folders.time, size: reviews(folders.objects) },
    {
      id: 'R19.claim',
      time: async (world) => 1_000 / (await claimRate(world, dueLinks, 'together')),
      size: ({ dataset }) => Promise.resolve({ links: dataset.links.length, due: dueLinks }),
    },
  ];
  const byRound: number[][] = [];
  for (const { id, time, size } of operations) {
    for (const world of Object.values(worlds)) await time(world);
    const figures = await runRounds(['large', 'small'], run.options.profile.rounds, (name) => time(worlds[name]));
    run.evaluate(id, ratioOf(figures.large, figures.small));
    figures.large.forEach((value, round) => (byRound[round] ??= []).push(value / (figures.small[round] as number)));
    for (const name of ['large', 'small'] as const) {
      const rounds = figures[name].map((value) => Math.round(value * 1_000) / 1_000);
      const cell = { id: `growth.${id.slice(4)}`, variant: name, value: median(rounds), unit: 'ms', rounds };
      run.cells.push({ ...cell, ...(await size(worlds[name])) });
    }
  }
  run.evaluate('R19.median', medianInterval(byRound.map(median)));
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
    return product.feed.page(reader, addressee, PLAIN_FEED, { limit, offset: 0 }, PLAIN_FORMAT);
  }, EXECUTIONS);
}

const reviewsOf = (objects: readonly LoadedObject[]): number => objects.reduce((sum, { reviews }) => sum + reviews, 0);

/**
 * Creates a folder with the same number of objects in each database, as large as possible while the objects in the large database
 * have ten times the reviews. It uses the largest objects of the chain in the large database and the smallest in the small one,
 * because the size of a chain's object by rank does not grow with the chain.
 */
function foldersOf({ large, small }: Readonly<Record<'large' | 'small', World>>): {
  readonly objects: (world: World) => readonly LoadedObject[];
  readonly time: (world: World) => Promise<number>;
} {
  const of = (size: number) => ({ large: large.dataset.chain.slice(0, size), small: small.dataset.chain.slice(-size) });
  const hasTenfoldReviews = (size: number): boolean => reviewsOf(of(size).large) >= TENFOLD * reviewsOf(of(size).small);
  let size = Math.min(large.dataset.chain.length, small.dataset.chain.length);
  while (size > 1 && !hasTenfoldReviews(size)) size -= 1;
  const chosen = of(size);
  const objects = (world: World): readonly LoadedObject[] => (world === large ? chosen.large : chosen.small);
  const places = new Map<World, Place>();
  const time = async (world: World): Promise<number> => {
    const place = places.get(world) ?? (await placeOfFolder(world, objects(world)));
    places.set(world, place);
    return pagesAt(world, [place], 100);
  };
  return { objects, time };
}

async function placeOfFolder({ product }: World, objects: readonly LoadedObject[]): Promise<Place> {
  const accountId = objects[0]?.accountId ?? 0;
  const ids = objects.map(({ objectId }) => objectId);
  const folderId = await makeFolder(product, accountId, ids);
  return { reader: await readerOf(product, accountId), addressee: { kind: 'folder', folderId } };
}

/**
 * The number of reviews and counters of the hot object. A link has at most one total per kind of review, and one counter per
 * rating and month: their number grows while the object is small, and later only with the number of months.
 */
function countersIn(table: 'link_total' | 'link_stat' | 'link_month') {
  return async ({ product, dataset }: World): Promise<Readonly<Record<string, number>>> => {
    const { accountId, objectId, reviews } = dataset.objects[0] as LoadedObject;
    const [row] = await product.database.query<{ n: number }>(
      `select count(*)::int as n from ${table} where account_id = $1 and object_id = $2`,
      [accountId, objectId],
    );
    return { reviews, counters: row?.n ?? 0 };
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
