/**
 * Latency of the slowest feed responses while a thousand reviews a second are ingested, compared with an idle database (L4).
 * Requests are sent at a steady rate below saturation.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IntakeTarget } from '@src/reviews';
import type { BenchRun, BenchSetup } from '../bench-run';
import { makeSmallAccount, type SmallAccount } from '../gen/small-account';
import type { LoadJob } from '../load/generator';
import { feedRequests } from '../load/requests';
import { ratioOf, runRounds } from '../measure/rounds';
import { median } from '../measure/statistics';
import type { VariantServer } from '../variant-server';

const REVIEWS_PER_SECOND = 1_000;
const WORKERS = 4;
const PAGE = 50;
const REQUESTS_PER_SECOND = 100;
/** On a slow machine the rate is this share of the feed's maximum throughput. */
const SHARE_OF_MAX = 0.5;
const CONNECTIONS = 8;
/** Slices are this many times as long as others, because a 99th percentile needs many responses. */
const SLICE_FACTOR = 3;
const LEAD_MS = 500;
/** Share of the intended reviews per second that must be ingested for the ratio to count. */
const MIN_INTAKE_SHARE = 0.95;
const SEED = 11;

export async function measureBusyFeed(run: BenchRun, setup: BenchSetup, ours: VariantServer): Promise<void> {
  const { sliceMs, rounds } = run.options.profile;
  const accounts = await Promise.all(
    Array.from({ length: WORKERS }, () =>
      makeSmallAccount(setup.product, { plan: 'full', objects: 5, linksPerObject: 2 }),
    ),
  );
  const requests = feedRequests(setup.dataset.objects, { limit: 100, choice: 'mixed' }, SEED);
  const job: LoadJob = { origin: ours.origin, requests, connections: CONNECTIONS, durationMs: sliceMs, start: 0 };
  await run.load.run(job);
  const { rps: most } = await run.load.run(job);
  const rate = Math.min(REQUESTS_PER_SECOND, most * SHARE_OF_MAX);
  const intake = new SteadyIntake(setup, accounts);
  const p50: Record<'busy' | 'idle', number[]> = { busy: [], idle: [] };
  const ingestedPerSecond: number[] = [];
  const figures = await runRounds(['idle', 'busy'], rounds, async (side, round) => {
    const steady = { ...job, rate, durationMs: sliceMs * SLICE_FACTOR, start: round * 397 };
    const result =
      side === 'idle'
        ? await run.load.run(steady)
        : await intake.runDuring(() => run.load.run(steady), ingestedPerSecond);
    if (result.errors > 0) throw new Error(`the feed failed ${result.errors} of ${result.requests} requests`);
    p50[side].push(result.p50);
    return result.p99;
  });
  const tenths = (values: readonly number[]): number[] => values.map((value) => Math.round(value * 10) / 10);
  for (const side of ['idle', 'busy'] as const) {
    const slowest = tenths(figures[side]);
    run.cells.push({
      id: 'feed100.p99',
      variant: side,
      value: median(slowest),
      unit: 'ms',
      rounds: slowest,
      p50: median(tenths(p50[side])),
      requestsPerSecond: Math.round(rate),
      reviewsPerSecond: side === 'idle' ? 0 : Math.round(median(ingestedPerSecond)),
    });
  }
  const hasReachedRate = median(ingestedPerSecond) >= REVIEWS_PER_SECOND * MIN_INTAKE_SHARE;
  const unequal = hasReachedRate
    ? null
    : `only ${Math.round(median(ingestedPerSecond))} reviews/s could be ingested at the same time`;
  run.evaluate('L4', ratioOf(figures.busy, figures.idle), { unequal });
}

/** Workers that ingest pages of new reviews at a steady rate, each into its own account. */
class SteadyIntake {
  private place = 0;

  constructor(
    private readonly setup: BenchSetup,
    private readonly accounts: readonly SmallAccount[],
  ) {}

  /** Runs `work` while reviews are ingested; records their number per second. */
  async runDuring<T>(work: () => Promise<T>, ingestedPerSecond: number[]): Promise<T> {
    const began = performance.now();
    let [pages, isOver] = [0, false];
    const worker = async (account: SmallAccount, number: number): Promise<void> => {
      const everyMs = (PAGE * WORKERS * 1_000) / REVIEWS_PER_SECOND;
      for (let turn = 0; !isOver; turn += 1) {
        const wait = began + (turn + number / WORKERS) * everyMs - performance.now();
        if (wait > 0) await sleep(wait);
        await this.takePage(account);
        pages += 1;
      }
    };
    const working = Promise.all(this.accounts.map(worker));
    await Promise.race([sleep(LEAD_MS), working]);
    try {
      return await work();
    } finally {
      isOver = true;
      ingestedPerSecond.push((pages * PAGE * 1_000) / (performance.now() - began));
      await working;
    }
  }

  private async takePage({ links }: SmallAccount): Promise<void> {
    this.place += PAGE;
    const link = links[(this.place / PAGE) % links.length] as IntakeTarget;
    await this.setup.product.intake.takePage(link, this.setup.dataset.maker.page(link.linkId, this.place, PAGE));
  }
}
