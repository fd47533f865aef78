/** A server of the feed: the product, a baseline server or a peer, as a process that is started, awaited and stopped. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { CleanUp } from './clean-up';
import type { Dialect } from './peers/dialect';
import { spawnNode } from './spawn-node';

export type VariantName = 'ours' | 'anchor' | 'anchor-again' | 'objects' | 'typeorm' | 'postgraphile' | 'strapi';

export type StartVariant = (name: VariantName) => Promise<VariantServer>;

export interface VariantServer {
  readonly name: VariantName;
  readonly origin: string;
  readonly processId: number;
  /** How to request pages of a peer; absent: through the product's API. */
  readonly dialect?: Dialect;
}

const START_LIMIT_MS = 60_000;
const POOL = '8';
const DIST = path.join(__dirname, '..');
const FILES: Readonly<Record<VariantName, string>> = {
  ours: 'src/main.js',
  anchor: 'bench/anchors/bare-server.js',
  'anchor-again': 'bench/anchors/bare-server.js',
  objects: 'bench/anchors/bare-server.js',
  typeorm: 'bench/peers/typeorm-idiom/main.js',
  postgraphile: 'bench/peers/postgraphile/main.js',
  strapi: 'bench/peers/strapi/main.js',
};

/** Every variant has eight connections to the database and writes no log to a disk. */
export async function startVariant(name: VariantName, databaseUrl: string, cleanUp: CleanUp): Promise<VariantServer> {
  const port = await freePort();
  const child = name === 'ours' ? startOurs(port, databaseUrl) : startOther(name, port, databaseUrl);
  cleanUp.add(() => stop(child));
  const origin = `http://127.0.0.1:${port}`;
  await ready(name, child, origin);
  return { name, origin, processId: child.pid ?? 0 };
}

/** Starts the product as an operator does: every request passes authentication, rate limit, validation and logging. */
function startOurs(port: number, databaseUrl: string): ChildProcess {
  return spawnNode(path.join(DIST, FILES.ours), {
    core: 'server',
    channel: false,
    environment: {
      DATABASE_URL: databaseUrl,
      HREV_ROLE: 'api',
      HOST: '127.0.0.1',
      PORT: String(port),
      HREV_PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'info',
      HREV_DATABASE_POOL: POOL,
      HREV_RATE_LIMIT: '100000000',
      HREV_ENCRYPTION_KEY: '7e'.repeat(32),
    },
  });
}

function startOther(name: VariantName, port: number, databaseUrl: string): ChildProcess {
  const mode = name === 'objects' ? 'objects' : 'json';
  return spawnNode(path.join(DIST, FILES[name]), {
    core: 'server',
    channel: false,
    args: [String(port), databaseUrl, POOL, mode],
  });
}

/** Waits until a server responds to its probe. Throws if it ends before that. */
export async function ready(name: string, child: ChildProcess, origin: string): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode} before it was ready`);
    const answer = await request(`${origin}/health`).catch(() => null);
    await answer?.body.dump();
    if (answer?.statusCode === 200) return;
    await sleep(50);
  }
  throw new Error(`${name} was not ready in ${START_LIMIT_MS / 1000} s`);
}

/** Ends a process that this run has started, and waits until it has ended. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(killTimer);
}

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
