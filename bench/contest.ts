/** A contest over HTTP: every contestant gets the same kind of requests for a slice of time in every round. */
import type { BenchRun } from './bench-run';
import type { LoadRequest, LoadResult } from './load/generator';
import { runRounds, type RoundFigures } from './measure/rounds';
import { median } from './measure/statistics';
import { cpuSeconds, familyCpuSeconds } from './measure/usage';
import type { VariantServer } from './variant-server';

const CONNECTIONS = 8;
const WARM_REQUESTS = 1_000;
const WARM_LIMIT_MS = 12_000;

export interface Contestant {
  readonly server: VariantServer;
  readonly requests: readonly LoadRequest[];
}

export interface Contest<Name extends string> {
  readonly rounds: RoundFigures<Name>;
  /** CPU seconds per request, of the server and the database together. */
  readonly cpu: Readonly<Record<Name, number>>;
}

interface Slice extends LoadResult {
  readonly serverCpu: number;
  readonly databaseCpu: number;
  readonly walBytes: number;
  readonly blocksHit: number;
  readonly blocksRead: number;
}

/**
 * Returns the requests per second of every round and the CPU time per request, and adds a cell with all measured values. Throws
 * if a server fails a request.
 */
export async function contest<Name extends string>(
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

function cpuPerRequest(slices: readonly Slice[]): number {
  const sum = (pick: (slice: Slice) => number): number => slices.reduce((total, one) => total + pick(one), 0);
  return sum((one) => one.serverCpu + one.databaseCpu) / sum((one) => one.requests);
}

/** Warms up with a fixed number of requests, on which the compilation of the code depends; stops early on a slow machine. */
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
