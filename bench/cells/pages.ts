/** Feed pages over HTTP: ours against the bare anchor (R1, R2), the ORM idiom (R3), and far pages against near ones (R6). */
import type { BenchRun, World } from '../bench-run';
import { CleanUp } from '../clean-up';
import { findDifference } from '../equal';
import type { LoadRequest, LoadResult } from '../load/generator';
import { feedRequests, type PageKind } from '../load/requests';
import { judge, judgeControl, type ThresholdId } from '../measure/judge';
import { ratioOf, runRounds, type RoundFigures } from '../measure/rounds';
import { median } from '../measure/statistics';
import { cpuSeconds, familyCpuSeconds } from '../measure/usage';
import { startVariant, type VariantServer } from '../variant-server';

const CONNECTIONS = 8;
const SEED = 7;
const WARM_REQUESTS = 1_000;
const WARM_LIMIT_MS = 12_000;

interface Contestant {
  readonly server: VariantServer;
  readonly requests: readonly LoadRequest[];
}

interface Contest<Name extends string> {
  readonly rounds: RoundFigures<Name>;
  /** Seconds for one request. */
  readonly cpu: Readonly<Record<Name, number>>;
}

interface Slice extends LoadResult {
  readonly serverCpu: number;
  readonly databaseCpu: number;
  readonly walBytes: number;
  readonly blocksHit: number;
  readonly blocksRead: number;
}

type Start = (name: VariantServer['name']) => Promise<VariantServer>;

/** The servers run as long as pages are measured and not beside what comes after. */
export async function measurePages(run: BenchRun, world: World): Promise<void> {
  const servers = new CleanUp();
  run.cleanUp.add(() => servers.run());
  try {
    await measureAll(run, world, (name) => startVariant(name, world.url, servers));
  } finally {
    await servers.run();
  }
}

async function measureAll(run: BenchRun, world: World, start: Start): Promise<void> {
  const [ours, anchor, again, objects] = [
    await start('ours'),
    await start('anchor'),
    await start('anchor-again'),
    await start('objects'),
  ];
  await run.block('pages of 100, any object', () => pageOf100(run, world, ours, anchor, again, objects));
  if (run.wants('R2')) {
    const kind: PageKind = { limit: 1_000, choice: 'large' };
    await run.block('pages of 1,000, large objects', () =>
      pair(run, world, 'R2', 'feed1000.large', kind, [ours, anchor]),
    );
  }
  if (run.wants('R3')) await againstIdiom(run, world, start, ours);
  if (run.wants('R6')) await run.block('page at 94 % of the hot object', () => farPage(run, world, ours));
}

async function pageOf100(
  run: BenchRun,
  world: World,
  ours: VariantServer,
  anchor: VariantServer,
  again: VariantServer,
  objects: VariantServer,
): Promise<void> {
  const requests = feedRequests(world.dataset.objects, { limit: 100, choice: 'mixed' }, SEED);
  const unequal = await findDifference([anchor, ours, again, objects], requests);
  const { rounds, cpu } = await contest(run, 'feed100.mixed', {
    ours: { server: ours, requests },
    anchor: { server: anchor, requests },
    'anchor-again': { server: again, requests },
    objects: { server: objects, requests },
  });
  run.control = judgeControl(ratioOf(rounds['anchor-again'], rounds.anchor).value);
  if (run.wants('R1'))
    run.ratios.push(judge('R1', ratioOf(rounds.ours, rounds.anchor), { unequal, cpu: cpu.anchor / cpu.ours }));
}

async function againstIdiom(run: BenchRun, world: World, start: Start, ours: VariantServer): Promise<void> {
  if (!run.mayUse('typeorm')) {
    run.peers['typeorm'] = 'left out';
    return;
  }
  run.peers['typeorm'] = 'in the repository';
  const idiom = await start('typeorm');
  for (const choice of ['mid', 'hot'] as const) {
    const kind: PageKind = { limit: 100, choice };
    await run.block(`pages of 100, ${choice}, against the ORM idiom`, () =>
      pair(run, world, `R3.${choice}`, `feed100.${choice}`, kind, [ours, idiom]),
    );
  }
}

async function pair(
  run: BenchRun,
  world: World,
  ratio: ThresholdId,
  cell: string,
  kind: PageKind,
  [ours, other]: readonly [VariantServer, VariantServer],
): Promise<void> {
  const requests = feedRequests(world.dataset.objects, kind, SEED);
  const unequal = await findDifference([other, ours], requests);
  const { rounds, cpu } = await contest(run, cell, {
    ours: { server: ours, requests },
    [other.name]: { server: other, requests },
  });
  run.ratios.push(
    judge(ratio, ratioOf(rounds['ours'] ?? [], rounds[other.name] ?? []), {
      unequal,
      cpu: (cpu[other.name] ?? 0) / (cpu['ours'] ?? 0),
    }),
  );
}

/** Time at saturation is the inverse of the rate. */
async function farPage(run: BenchRun, world: World, ours: VariantServer): Promise<void> {
  const { objects } = world.dataset;
  const { rounds, cpu } = await contest(run, 'feed100.depth', {
    first: { server: ours, requests: feedRequests(objects, { limit: 100, choice: 'hot' }, SEED) },
    far: { server: ours, requests: feedRequests(objects, { limit: 100, choice: 'hot', depth: 0.94 }, SEED) },
  });
  run.ratios.push(judge('R6', ratioOf(rounds.first, rounds.far), { cpu: cpu.far / cpu.first }));
}

async function contest<Name extends string>(
  run: BenchRun,
  cell: string,
  contestants: Readonly<Record<Name, Contestant>>,
): Promise<Contest<Name>> {
  const { rounds, sliceMs, warmUpMs } = run.options.profile;
  const names = Object.keys(contestants) as Name[];
  for (const name of names) await warmUp(run, contestants[name], warmUpMs);
  await run.postgres.checkpoint();
  const slices = new Map<Name, Slice[]>(names.map((name) => [name, []]));
  const figures = await runRounds(names, rounds, async (name, round) => {
    const measured = await slice(run, contestants[name], sliceMs, round * 397);
    slices.get(name)?.push(measured);
    return measured.rps;
  });
  for (const name of names) addCell(run, cell, name, slices.get(name) ?? []);
  const cpu = Object.fromEntries(names.map((name) => [name, cpuPerRequest(slices.get(name) ?? [])]));
  return { rounds: figures, cpu: cpu as Record<Name, number> };
}

/** Of the server and the database together. */
function cpuPerRequest(slices: readonly Slice[]): number {
  const sum = (pick: (slice: Slice) => number): number => slices.reduce((total, one) => total + pick(one), 0);
  return sum((one) => one.serverCpu + one.databaseCpu) / sum((one) => one.requests);
}

/** Until the code is compiled, which a count of requests says better than a time; a slow machine is given up on. */
async function warmUp(run: BenchRun, contestant: Contestant, durationMs: number): Promise<void> {
  const began = performance.now();
  for (let requests = 0; requests < WARM_REQUESTS && performance.now() - began < WARM_LIMIT_MS;) {
    requests += (await slice(run, contestant, durationMs, requests)).requests;
  }
}

async function slice(
  run: BenchRun,
  { server, requests }: Contestant,
  durationMs: number,
  start: number,
): Promise<Slice> {
  const { postgres } = run;
  const [wal, blocks] = [await postgres.walPosition(), await postgres.blocks()];
  const [serverCpu, databaseCpu] = [cpuSeconds(server.processId), familyCpuSeconds(postgres.processId)];
  const result = await run.load.run({ origin: server.origin, requests, connections: CONNECTIONS, durationMs, start });
  const after = await postgres.blocks();
  if (result.errors > 0) throw new Error(`${server.name} failed ${result.errors} of ${result.requests} requests`);
  return {
    ...result,
    serverCpu: cpuSeconds(server.processId) - serverCpu,
    databaseCpu: familyCpuSeconds(postgres.processId) - databaseCpu,
    walBytes: (await postgres.walPosition()) - wal,
    blocksHit: after.hit - blocks.hit,
    blocksRead: after.read - blocks.read,
  };
}

function addCell(run: BenchRun, id: string, variant: string, slices: readonly Slice[]): void {
  const middle = (pick: (slice: Slice) => number): number => Math.round(median(slices.map(pick)) * 100) / 100;
  const requests = slices.reduce((sum, one) => sum + one.requests, 0);
  const perThousand = (pick: (slice: Slice) => number): number =>
    Math.round((slices.reduce((sum, one) => sum + pick(one), 0) / requests) * 100_000) / 100;
  run.cells.push({
    id,
    variant,
    value: middle((one) => one.rps),
    unit: 'requests/s',
    rounds: slices.map((one) => Math.round(one.rps * 10) / 10),
    p50: middle((one) => one.p50),
    p95: middle((one) => one.p95),
    p99: middle((one) => one.p99),
    requests,
    bytesPerRequest: Math.round(slices.reduce((sum, one) => sum + one.bytes, 0) / requests),
    serverCpuPerThousand: perThousand((one) => one.serverCpu),
    databaseCpuPerThousand: perThousand((one) => one.databaseCpu),
    walBytes: slices.reduce((sum, one) => sum + one.walBytes, 0),
    blocksHit: slices.reduce((sum, one) => sum + one.blocksHit, 0),
    blocksRead: slices.reduce((sum, one) => sum + one.blocksRead, 0),
  });
}
