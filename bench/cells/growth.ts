/**
 * What becomes slower when there is ten times as much (R19): the same operations of the product's services, without HTTP
 * around them, on a database and on its twin of a tenth, one after the other in every round.
 */
import type { BenchRun, World } from '../bench-run';
import type { LoadedObject } from '../gen/load-dataset';
import { judge, type ThresholdId } from '../measure/judge';
import { ratioOf, runRounds } from '../measure/rounds';
import { median, medianInterval } from '../measure/statistics';
import { claimRate } from './claims';

const EXECUTIONS = 200;
const AT_ONCE = 4;
const MID_OBJECTS = 10;
const LOOK = { version: 'v3', includeRaw: false, separatePosNeg: false } as const;
const WISHES = {
  linkIds: [],
  sourceIds: [],
  sortBy: 'date',
  sortOrder: 'desc',
  includeDeleted: false,
  onlyDeleted: false,
  showHidden: false,
  showPinned: false,
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
    { id: 'R19.claim', time: async (world) => 1_000 / (await claimRate(world, dueLinks)) },
  ];
  const byRound: number[][] = [];
  for (const { id, time } of operations) {
    for (const world of Object.values(worlds)) await time(world);
    const figures = await runRounds(['large', 'small'], run.options.profile.rounds, (name) => time(worlds[name]));
    run.ratios.push(judge(id, ratioOf(figures.large, figures.small)));
    figures.large.forEach((value, round) => (byRound[round] ??= []).push(value / (figures.small[round] as number)));
    for (const name of ['large', 'small'] as const) {
      const rounds = figures[name].map((value) => Math.round(value * 1_000) / 1_000);
      run.cells.push({ id: `growth.${id.slice(4)}`, variant: name, value: median(rounds), unit: 'ms', rounds });
    }
  }
  run.ratios.push(judge('R19.median', medianInterval(byRound.map(median))));
}

async function timeOfPages({ product }: World, objects: readonly LoadedObject[], limit: number): Promise<number> {
  const readers = await Promise.all(
    objects.map(async ({ accountId, objectId }) => {
      const { entitlements } = await product.accounts.find(accountId);
      return { reader: { accountId, entitlements }, addressee: { kind: 'object', objectId } as const };
    }),
  );
  let [next, busyMs] = [0, 0];
  const client = async (): Promise<void> => {
    while (next < EXECUTIONS) {
      const { reader, addressee } = readers[next++ % readers.length] as (typeof readers)[number];
      const began = performance.now();
      await product.feed.page(reader, addressee, WISHES, { limit, offset: 0 }, LOOK);
      busyMs += performance.now() - began;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return busyMs / next;
}
