/**
 * What an installation needs before it does anything: memory of idle processes, the time of a start, and the size of what an image
 * contains. Every value is divided by its budget.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { BenchRun } from '../bench-run';
import { CleanUp } from '../clean-up';
import { median, medianInterval } from '../measure/statistics';
import { familyMemoryBytes } from '../measure/usage';
import type { ThresholdId } from '../measure/verdicts';
import { spawnNode } from '../spawn-node';
import { freePort, stop } from '../variant-server';

const ROOT = path.join(__dirname, '../../..');
const MEGABYTE = 1_000_000;
const ROUNDS = 3;
/** V8 gives memory back in collections of an idle process, the last of which runs about half a minute after the start. */
const IDLE_AFTER_MS = 45_000;
const LIMIT_MS = 600_000;
const LOOK_EVERY_MS = 20;
const BUDGETS = { memoryMb: 200, startSeconds: 3, cloneSeconds: 60, imageMb: 300 };
const ROLES = ['api', 'worker', 'all'] as const;
type Role = (typeof ROLES)[number];

/** A running service, and how long it took from its start until it was ready. */
interface Started {
  readonly child: ChildProcess;
  readonly seconds: number;
}

export async function measureFootprint(run: BenchRun): Promise<void> {
  const owner = new CleanUp();
  run.cleanUp.add(() => owner.run());
  const url = await run.postgres.createDatabase('footprint');
  try {
    const memory: Record<Role, number[]> = { api: [], worker: [], all: [] };
    const starts: number[] = [];
    const home = folder(owner);
    // Creates the embedded database, the keys and the demo account.
    await stop((await startService('all', home, null, owner)).child);
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = await startService('all', home, null, owner);
      starts.push(all.seconds);
      const others = [
        await startService('api', folder(owner), url, owner),
        await startService('worker', folder(owner), url, owner),
      ];
      await sleep(IDLE_AFTER_MS);
      const [api, worker] = others.map(({ child }) => memoryMb(child));
      memory.api.push(api ?? 0);
      memory.worker.push(worker ?? 0);
      memory.all.push(memoryMb(all.child));
      await Promise.all([all, ...others].map(({ child }) => stop(child)));
    }
    for (const role of ROLES) report(run, `footprint.${role}`, memory[role], 'MB', BUDGETS.memoryMb);
    report(run, 'footprint.start', starts, 's', BUDGETS.startSeconds);
    measureImage(run);
  } finally {
    await owner.run();
    await run.postgres.dropDatabase('footprint');
  }
}

/** Clones this repository and starts the clone with an empty cache of npm, once: it downloads every package. */
export async function measureClone(run: BenchRun): Promise<void> {
  const owner = new CleanUp();
  run.cleanUp.add(() => owner.run());
  try {
    const [clone, cache, port] = [folder(owner), folder(owner), await freePort()];
    const began = performance.now();
    const git = spawnSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone], { encoding: 'utf8' });
    if (git.status !== 0) throw new Error(`git clone: ${git.stderr}`);
    const child = spawn('npm', ['start'], {
      cwd: clone,
      env: { ...environmentOf('all', path.join(clone, '.hrev'), port), npm_config_cache: cache },
      stdio: 'ignore',
    });
    owner.add(() => stop(child));
    await untilReady(child, port);
    report(run, 'footprint.clone', [(performance.now() - began) / 1_000], 's', BUDGETS.cloneSeconds);
  } finally {
    await owner.run();
  }
}

function report(
  run: BenchRun,
  id: Extract<ThresholdId, `footprint.${string}`>,
  values: readonly number[],
  unit: string,
  budget: number,
): void {
  const rounds = values.map((value) => Math.round(value * 100) / 100);
  run.cells.push({ id, variant: 'ours', value: median(rounds), unit, rounds });
  run.log(`${id}: ${rounds.join(', ')} ${unit}`);
  if (values.some((value) => value === 0)) run.leftOut.push({ ratio: id, reason: 'it is read from /proc' });
  else run.evaluate(id, medianInterval(values.map((value) => value / budget)));
}

/** Starts what `npm start` runs, without npm; with `databaseUrl` null on an embedded PostgreSQL in `home`. */
async function startService(role: Role, home: string, databaseUrl: string | null, owner: CleanUp): Promise<Started> {
  const port = await freePort();
  const database: Readonly<Record<string, string>> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  const began = performance.now();
  const child = spawnNode(path.join(ROOT, 'scripts/start.mjs'), {
    core: 'any',
    channel: false,
    environment: { ...environmentOf(role, home, port), ...database },
  });
  owner.add(() => stop(child));
  await untilReady(child, port);
  return { child, seconds: (performance.now() - began) / 1_000 };
}

const environmentOf = (role: Role, home: string, port: number): Readonly<Record<string, string>> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  HREV_ROLE: role,
  HREV_HOME: home,
  HREV_METRICS_PORT: '0',
  HREV_ENCRYPTION_KEY: '7e'.repeat(32),
  HOST: '127.0.0.1',
  [role === 'worker' ? 'HREV_WORKER_PORT' : 'PORT']: String(port),
});

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode} before it was ready`);
    const response = await request(`http://127.0.0.1:${port}/health/read`).catch(() => null);
    await response?.body.dump();
    if (response?.statusCode === 200) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`the service was not ready in ${LIMIT_MS / 1_000} s`);
}

const memoryMb = (child: ChildProcess): number => familyMemoryBytes(child.pid ?? 0) / MEGABYTE;

function folder(owner: CleanUp): string {
  const created = mkdtempSync(path.join(tmpdir(), 'hrev-bench-home-'));
  // The user of the embedded PostgreSQL needs access to its folder.
  chmodSync(created, 0o711);
  owner.add(() => rmSync(created, { recursive: true, force: true }));
  return created;
}

/**
 * The parts of the image `api` that its Dockerfile adds to Debian: the packages without those for development and optional ones, the
 * build, and Node. The rest is in the base image, and no program here can build one.
 */
function measureImage(run: BenchRun): void {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<
      Record<string, { readonly dev?: true; readonly optional?: true; readonly devOptional?: true }>
    >;
  };
  const installed = Object.entries(lock.packages)
    .filter(([at, { dev, optional, devOptional }]) => at !== '' && !(dev ?? optional ?? devOptional ?? false))
    .map(([at]) => path.join(ROOT, at));
  const sum = (folders: readonly string[]): number =>
    folders.reduce((total, one) => total + bytesIn(one), 0) / MEGABYTE;
  const packagesMb = sum(installed);
  const buildMb = sum(['console', 'libs', 'src'].map((name) => path.join(ROOT, 'dist', name)));
  const nodeMb = statSync(process.execPath).size / MEGABYTE;
  report(run, 'footprint.image', [packagesMb + buildMb + nodeMb], 'MB', BUDGETS.imageMb);
  for (const [part, mb] of Object.entries({ packages: packagesMb, build: buildMb, node: nodeMb }))
    run.cells.push({ id: `image.${part}`, variant: 'ours', value: Math.round(mb * 10) / 10, unit: 'MB', rounds: [] });
}

/** Bytes of the files below a folder, without packages that are installed inside of it. */
function bytesIn(folderOfFiles: string): number {
  return readdirSync(folderOfFiles, { withFileTypes: true }).reduce((sum, entry) => {
    const at = path.join(folderOfFiles, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesIn(at);
    return sum + lstatSync(at).size;
  }, 0);
}
