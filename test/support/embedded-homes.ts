import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformFileSync } from '@swc/core';
import pg from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '@libs/database/embedded/embedded-postgres';
import { isAlive } from '@libs/database/embedded/server';
import { eventually } from './eventually';

const ROOT = path.resolve(__dirname, '../..');
const SOURCES = path.join(ROOT, 'libs/database/embedded');
const START_LIMIT_MS = 120_000;
const FAST = { settings: { fsync: 'off', shared_buffers: '16MB' }, durable: false } as const;

type Role = 'service' | 'command';

/** An embedded server as another process uses it. */
export interface Starter {
  readonly child: ChildProcess;
  readonly url: string;
  readonly dataFolder: string;
  readonly adopted: boolean;
  /** Messages of the process, such as `{ lost: <reason> }`. */
  readonly said: readonly object[];
  /** Ends the process with SIGTERM. */
  leave(): Promise<void>;
}

/** Homes of embedded servers for one test file, and the processes that use them. */
export interface EmbeddedHomes {
  /** An empty home. */
  newHome(): string;
  /** A home with a cluster that was created and stopped before. */
  homeWithCluster(): Promise<string>;
  /** Starts or adopts the server of `home` in this process. */
  start(home: string, role: Role, more?: Partial<EmbeddedPostgresOptions>): Promise<EmbeddedPostgres>;
  /** Starts or adopts the server of `home` in a separate process, which runs the compiled sources. */
  starter(home: string, role: Role): Promise<Starter>;
  /** One server for tests that change nothing. */
  shared(): Promise<EmbeddedPostgres>;
}

/** Registers the hooks of a test file: after each test its servers and processes end and its homes are removed. */
export function embeddedHomes(): EmbeddedHomes {
  const cache = path.join(ROOT, '.cache', `embedded-spec-${process.pid}`);
  const program = path.join(cache, 'embedded/starter.js');
  const homes: string[] = [];
  const starters: Starter[] = [];
  const servers: EmbeddedPostgres[] = [];
  let template: Promise<string> | null = null;
  let sharedServer: Promise<{ home: string; server: EmbeddedPostgres }> | null = null;

  beforeAll(() => compileStarter(program));
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    for (const user of starters.splice(0)) user.child.kill('SIGKILL');
    for (const home of homes.splice(0)) removeHome(home);
  });
  afterAll(async () => {
    rmSync(cache, { recursive: true, force: true });
    const sharedHome = await sharedServer;
    await sharedHome?.server.stop();
    if (sharedHome) removeHome(sharedHome.home);
    if (template) removeHome(await template);
  });

  const newHome = (): string => {
    const home = mkdtempSync(path.join(tmpdir(), 'hrev-embedded-'));
    // PostgreSQL runs as another user if the tests run as root; mkdtemp creates a folder that only its owner can enter.
    chmodSync(home, 0o755);
    homes.push(home);
    return home;
  };
  return {
    newHome,
    async homeWithCluster() {
      template ??= createTemplate();
      const home = newHome();
      execFileSync('cp', ['-a', path.join(await template, 'pg'), home]);
      rmSync(path.join(home, 'pg/port'));
      return home;
    },
    async start(home, role, more = {}) {
      const server = await startEmbeddedPostgres({ home, role, ...FAST, ...more });
      servers.push(server);
      return server;
    },
    async starter(home, role) {
      const user = await startIn(program, home, role);
      starters.push(user);
      return user;
    },
    async shared() {
      sharedServer ??= startShared();
      return (await sharedServer).server;
    },
  };
}

/** Removes a home and kills the server that still runs in it. */
export function removeHome(home: string): void {
  const pidFile = path.join(home, 'pg/data/postmaster.pid');
  if (existsSync(pidFile)) {
    const pid = serverPid(path.dirname(pidFile));
    if (pid > 1 && isAlive(pid)) process.kill(pid, 'SIGQUIT');
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Process id of the server of a data folder. */
export function serverPid(dataFolder: string): number {
  return Number(readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Runs one statement, or several without values, on a new connection. */
export async function query(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const result =
      values.length > 0
        ? await client.query<Record<string, unknown>>(sql, values)
        : await client.query<Record<string, unknown>>(sql);
    return result.rows ?? [];
  } finally {
    await client.end();
  }
}

function compileStarter(program: string): void {
  const folder = path.dirname(program);
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(SOURCES).filter((name) => /^[a-z-]+\.ts$/.test(name));
  for (const file of [...files, '../advisory-locks.ts']) {
    const { code } = transformFileSync(path.join(SOURCES, file), {
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
    });
    writeFileSync(path.join(folder, file.replace(/ts$/, 'js')), code);
  }
  writeFileSync(
    program,
    `const { startEmbeddedPostgres } = require('./embedded-postgres');
     const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
     startEmbeddedPostgres({ ...JSON.parse(process.argv[2]), onLost: (lost) => say({ lost }) }).then(
       (server) => { process.once('SIGTERM', () => server.stop().then(() => process.exit(0))); say(server); setInterval(() => 0, 1000); },
       (error) => { say({ error: error.message }); process.exit(3); });`,
  );
}

async function startIn(program: string, home: string, role: Role): Promise<Starter> {
  const child = spawn(process.execPath, [program, JSON.stringify({ home, role, ...FAST })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: Record<string, unknown>[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    said.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>));
  });
  const first = await eventually('the start of the other process', START_LIMIT_MS, () => said[0]);
  expect(first).not.toHaveProperty('error');
  return {
    ...(first as unknown as { url: string; dataFolder: string; adopted: boolean }),
    child,
    said,
    leave: async () => {
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  };
}

async function createTemplate(): Promise<string> {
  const home = mkdtempSync(path.join(tmpdir(), 'hrev-embedded-'));
  await (await startEmbeddedPostgres({ home, role: 'service', ...FAST })).stop();
  return home;
}

async function startShared(): Promise<{ home: string; server: EmbeddedPostgres }> {
  const home = mkdtempSync(path.join(tmpdir(), 'hrev-embedded-'));
  const server = await startEmbeddedPostgres({ home, role: 'service', ...FAST });
  await query(server.url, 'create extension pg_trgm');
  return { home, server };
}
