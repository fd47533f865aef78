/**
 * Feed pages of the product over HTTP: compared with the baseline server (R1, R2) and a TypeORM implementation (R3). Also measures
 * the total (R5) and pages at large offsets (R6).
 */
import type { BenchRun, BenchSetup } from '../bench-run';
import { contest } from '../contest';
import { findDifference } from '../equal';
import { feedRequests, type PageKind } from '../load/requests';
import { evaluateControl, type ThresholdId } from '../measure/verdicts';
import { ratioOf } from '../measure/rounds';
import type { StartVariant, VariantServer } from '../variant-server';

const SEED = 7;
/** An offset beyond every object: the page is empty, and the request only computes the total. */
const AFTER_ALL_REVIEWS = 1_000_000_000;

/** Measures the control first, which every run over HTTP needs, and then the requested ratios of pages. */
export async function measurePages(
  run: BenchRun,
  setup: BenchSetup,
  start: StartVariant,
  ours: VariantServer,
): Promise<void> {
  const [anchor, repeated, objects] = [await start('anchor'), await start('anchor-again'), await start('objects')];
  await run.block('pages of 100, any object', () => pageOf100(run, setup, ours, anchor, repeated, objects));
  if (run.wants('R2')) {
    const kind: PageKind = { limit: 1_000, choice: 'large' };
    await run.attempt('pages of 1,000, large objects', () =>
      comparePair(run, setup, 'R2', 'feed1000.large', kind, [ours, anchor]),
    );
  }
  if (run.wants('R3')) await compareWithTypeorm(run, setup, start, ours);
  if (run.wants('R5')) await run.attempt('total of the hot object', () => measureTotal(run, setup, ours));
  if (run.wants('R6')) await run.attempt('page at 94 % of the hot object', () => farPage(run, setup, ours, anchor));
}

async function pageOf100(
  run: BenchRun,
  setup: BenchSetup,
  ours: VariantServer,
  anchor: VariantServer,
  repeated: VariantServer,
  objects: VariantServer,
): Promise<void> {
  const requests = feedRequests(setup.dataset.objects, { limit: 100, choice: 'mixed' }, SEED);
  const unequal = await findDifference([anchor, ours, repeated, objects], requests);
  const { rounds, cpu } = await contest(run, 'feed100.mixed', {
    ours: { server: ours, requests },
    anchor: { server: anchor, requests },
    'anchor-again': { server: repeated, requests },
    objects: { server: objects, requests },
  });
  run.control = evaluateControl(ratioOf(rounds['anchor-again'], rounds.anchor).value);
  if (run.wants('R1')) run.evaluate('R1', ratioOf(rounds.ours, rounds.anchor), { unequal, cpu: cpu.anchor / cpu.ours });
}

async function compareWithTypeorm(
  run: BenchRun,
  setup: BenchSetup,
  start: StartVariant,
  ours: VariantServer,
): Promise<void> {
  if (!run.mayUse('typeorm')) {
    run.peers['typeorm'] = 'left out';
    return;
  }
  run.peers['typeorm'] = 'in the repository';
  const typeorm = await start('typeorm');
  for (const choice of ['mid', 'hot'] as const) {
    const kind: PageKind = { limit: 100, choice };
    await run.attempt(`pages of 100, ${choice}, against the TypeORM implementation`, () =>
      comparePair(run, setup, `R3.${choice}`, `feed100.${choice}`, kind, [ours, typeorm]),
    );
  }
}

export async function comparePair(
  run: BenchRun,
  setup: BenchSetup,
  ratio: ThresholdId,
  cell: string,
  kind: PageKind,
  [ours, other]: readonly [VariantServer, VariantServer],
): Promise<void> {
  const requests = feedRequests(setup.dataset.objects, kind, SEED);
  const unequal = await findDifference([other, ours], requests);
  const { rounds, cpu } = await contest(run, cell, {
    ours: { server: ours, requests },
    [other.name]: { server: other, requests },
  });
  run.evaluate(ratio, ratioOf(rounds['ours'] ?? [], rounds[other.name] ?? []), {
    unequal,
    cpu: (cpu[other.name] ?? 0) / (cpu['ours'] ?? 0),
  });
}

/** Measures how much longer a total takes than a first page. Compares rates: at saturation, the time is the inverse of the rate. */
async function measureTotal(run: BenchRun, setup: BenchSetup, ours: VariantServer): Promise<void> {
  const first = feedRequests(setup.dataset.objects, { limit: 100, choice: 'hot' }, SEED);
  const totals = first.map((request) => ({ ...request, path: `${request.path}&offset=${AFTER_ALL_REVIEWS}` }));
  const { rounds, cpu } = await contest(run, 'total.hot', {
    total: { server: ours, requests: totals },
    first: { server: ours, requests: first },
  });
  run.evaluate('R5', ratioOf(rounds.first, rounds.total), { cpu: cpu.total / cpu.first });
}

async function farPage(run: BenchRun, setup: BenchSetup, ours: VariantServer, anchor: VariantServer): Promise<void> {
  const { objects } = setup.dataset;
  const far = feedRequests(objects, { limit: 100, choice: 'hot', depth: 0.94 }, SEED);
  const unequal = await findDifference([anchor, ours], far);
  const { rounds, cpu } = await contest(run, 'feed100.depth', {
    first: { server: ours, requests: feedRequests(objects, { limit: 100, choice: 'hot' }, SEED) },
    far: { server: ours, requests: far },
  });
  run.evaluate('R6', ratioOf(rounds.first, rounds.far), { unequal, cpu: cpu.far / cpu.first });
}
