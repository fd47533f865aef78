/**
 * Measures which operations become slower with ten times the data (R19): the same operations of the product's services, without
 * HTTP, on a database and on another of a tenth of its size, alternately in every round. Every cell states the amount of data
 * that the operation reads, because not every part is a tenth.
 */
import type { Selection } from '@libs/kernel';
import type { BenchRun, BenchSetup } from '../bench-run';
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
  readonly time: (setup: BenchSetup) => Promise<number>;
  /** The amount of data that it reads: reviews, counters or links. */
  readonly size: (setup: BenchSetup) => Promise<Readonly<Record<string, number>>>;
}

export async function measureGrowth(run: BenchRun, large: BenchSetup, small: BenchSetup): Promise<void> {
  const setups = { large, small };
  const dueLinks = Math.min(run.options.profile.dueLinks, Math.floor(small.dataset.links.length * 0.9));
  const folders = foldersOf(setups);
  const mid = (setup: BenchSetup): readonly LoadedObject[] => setup.dataset.objects.slice(1, 1 + MID_OBJECTS);
  const hot = (setup: BenchSetup): readonly LoadedObject[] => setup.dataset.objects.slice(0, 1);
  const reviews = (objects: (setup: BenchSetup) => readonly LoadedObject[]) => (setup: BenchSetup) =>
    Promise.resolve({ reviews: reviewsOf(objects(setup)) });
  const operations: readonly Operation[] = [
    { id: 'R19.page', time: (setup) => timeOfPages(setup, mid(setup), 100), size: reviews(mid) },
    { id: 'R19.hot', time: (setup) => timeOfPages(setup, hot(setup), 100), size: reviews(hot) },
    { id: 'R19.total', time: (setup) => timeOfPages(setup, hot(setup), 1), size: countersIn('link_total') },
    { id: 'R19.summary', time: (setup) => timeOfFigures(setup, 'summary'), size: countersIn('link_stat') },
    { id: 'R19.months', time: (setup) => timeOfFigures(setup, 'months'), size: countersIn('link_month') },
    { id: 'R19.folder', time: folders.time, size: reviews(folders.objects) },
    {
      id: 'R19.claim',
      time: async (setup) => 1_000 / (await claimRate(setup, dueLinks, 'together')),
      size: ({ dataset }) => Promise.resolve({ links: dataset.links.length, due: dueLinks }),
    },
  ];
  const byRound: number[][] = [];
  for (const { id, time, size } of operations) {
    for (const setup of Object.values(setups)) await time(setup);
    const figures = await runRounds(['large', 'small'], run.options.profile.rounds, (name) => time(setups[name]));
    run.evaluate(id, ratioOf(figures.large, figures.small));
    figures.large.forEach((value, round) => (byRound[round] ??= []).push(value / (figures.small[round] as number)));
    for (const name of ['large', 'small'] as const) {
      const rounds = figures[name].map((value) => Math.round(value * 1_000) / 1_000);
      const cell = { id: `growth.${id.slice(4)}`, variant: name, value: median(rounds), unit: 'ms', rounds };
      run.cells.push({ ...cell, ...(await size(setups[name])) });
    }
  }
  run.evaluate('R19.median', medianInterval(byRound.map(median)));
}

interface FeedTarget {
  readonly reader: Awaited<ReturnType<typeof readerOf>>;
  readonly selection: Selection;
}

async function targetsOf({ product }: BenchSetup, objects: readonly LoadedObject[]): Promise<readonly FeedTarget[]> {
  return Promise.all(
    objects.map(async ({ accountId, objectId }) => ({
      reader: await readerOf(product, accountId),
      selection: { kind: 'object', objectId } as const,
    })),
  );
}

async function timeOfPages(setup: BenchSetup, objects: readonly LoadedObject[], limit: number): Promise<number> {
  return pagesAt(setup, await targetsOf(setup, objects), limit);
}

function pagesAt({ product }: BenchSetup, targets: readonly FeedTarget[], limit: number): Promise<number> {
  return timeOfEach((turn) => {
    const { reader, selection } = targets[turn % targets.length] as FeedTarget;
    return product.feed.page(reader, selection, PLAIN_FEED, { limit, offset: 0 }, PLAIN_FORMAT);
  }, EXECUTIONS);
}

const reviewsOf = (objects: readonly LoadedObject[]): number => objects.reduce((sum, { reviews }) => sum + reviews, 0);

/**
 * Creates a folder with the same number of objects in each database, as large as possible while the objects in the large database
 * have ten times the reviews. It uses the largest of these objects in the large database and the smallest in the small one, because the size of an object
 * at a given rank does not grow with the number of objects.
 */
function foldersOf({ large, small }: Readonly<Record<'large' | 'small', BenchSetup>>): {
  readonly objects: (setup: BenchSetup) => readonly LoadedObject[];
  readonly time: (setup: BenchSetup) => Promise<number>;
} {
  const foldersOfSize = (size: number) => ({
    large: large.dataset.folderObjects.slice(0, size),
    small: small.dataset.folderObjects.slice(-size),
  });
  const hasTenfoldReviews = (size: number): boolean =>
    reviewsOf(foldersOfSize(size).large) >= TENFOLD * reviewsOf(foldersOfSize(size).small);
  let size = Math.min(large.dataset.folderObjects.length, small.dataset.folderObjects.length);
  while (size > 1 && !hasTenfoldReviews(size)) size -= 1;
  const chosen = foldersOfSize(size);
  const objects = (setup: BenchSetup): readonly LoadedObject[] => (setup === large ? chosen.large : chosen.small);
  const targets = new Map<BenchSetup, FeedTarget>();
  const time = async (setup: BenchSetup): Promise<number> => {
    const target = targets.get(setup) ?? (await targetOfFolder(setup, objects(setup)));
    targets.set(setup, target);
    return pagesAt(setup, [target], 100);
  };
  return { objects, time };
}

async function targetOfFolder({ product }: BenchSetup, objects: readonly LoadedObject[]): Promise<FeedTarget> {
  const accountId = objects[0]?.accountId ?? 0;
  const ids = objects.map(({ objectId }) => objectId);
  const folderId = await makeFolder(product, accountId, ids);
  return { reader: await readerOf(product, accountId), selection: { kind: 'folder', folderId } };
}

/**
 * The number of reviews and counters of the hot object. A link has at most one total per kind of review, and one counter per
 * rating and month: their number grows while the object is small, and later only with the number of months.
 */
function countersIn(table: 'link_total' | 'link_stat' | 'link_month') {
  return async ({ product, dataset }: BenchSetup): Promise<Readonly<Record<string, number>>> => {
    const { accountId, objectId, reviews } = dataset.objects[0] as LoadedObject;
    const [row] = await product.database.query<{ n: number }>(
      `select count(*)::int as n from ${table} where account_id = $1 and object_id = $2`,
      [accountId, objectId],
    );
    return { reviews, counters: row?.n ?? 0 };
  };
}

async function timeOfFigures(setup: BenchSetup, kind: 'summary' | 'months'): Promise<number> {
  const { analytics } = setup.product;
  const [{ reader, selection }] = (await targetsOf(setup, setup.dataset.objects.slice(0, 1))) as [FeedTarget];
  return timeOfEach(
    () =>
      kind === 'summary'
        ? analytics.summary(reader, selection, PLAIN_COUNTS)
        : analytics.timeseries(reader, selection, TEN_YEARS),
    EXECUTIONS,
  );
}
