import { access, constants, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadConfig, unknownVariables } from '@libs/config';
import { hasPendingMigrations } from '@libs/database';
import { findBrowser } from '@libs/sources/browser/find-browser';
import Redis from 'ioredis';
import pg from 'pg';
import type { CommandTools } from '../command-tools';

/** One thing that can be wrong. `run` gives what it found, or throws; `remedy` says what to do then. */
export interface Check {
  readonly name: string;
  readonly remedy: string;
  /** The check that must have passed; where it has not, this one says nothing. */
  readonly needs?: string;
  run(): Promise<string>;
}

const LEAST_NODE = [20, 19] as const;
const LEAST_POSTGRES = 17;
const EXTENSIONS = ['pg_trgm', 'btree_gin'] as const;

/** Every check, in the order in which one depends on the other. */
export function allChecks(tools: CommandTools): readonly Check[] {
  const configuration = { name: 'configuration', remedy: 'Correct or remove the named variables.', run: () => readSettings(tools) };
  return [
    { name: 'node', remedy: `Install Node ${LEAST_NODE.join('.')} or newer.`, run: node },
    configuration,
    ...(canRead(tools) ? checksOfSettings(tools) : []),
  ];
}

function canRead(tools: CommandTools): boolean {
  try {
    return Object.keys(tools.config).length > 0;
  } catch {
    return false;
  }
}

function checksOfSettings(tools: CommandTools): readonly Check[] {
  const { config } = tools;
  const needs = 'database';
  return [
    { name: 'home', remedy: 'Set HREV_HOME to a folder that this user can write.', run: () => home(config.HREV_HOME) },
    { name: 'database', remedy: databaseRemedy(config.DATABASE_URL), run: () => database(tools) },
    { name: 'extensions', needs, remedy: 'Install the contrib extensions of PostgreSQL (Debian: postgresql-contrib).', run: () => extensions(tools) },
    { name: 'migrations', needs, remedy: 'Run: hrev migrate', run: () => migrations(tools) },
    { name: 'queue', ...(config.REDIS_URL === null ? { needs } : {}), remedy: config.REDIS_URL === null ? 'Run: hrev migrate' : 'Check REDIS_URL and that Redis is running.', run: () => queue(tools) },
    {
      name: 'browser',
      remedy: 'Install Chromium (Debian: apt install chromium) or set HREV_CHROMIUM_PATH. Sources that need no browser work without.',
      run: () => browser(config.HREV_CHROMIUM_PATH, config.HREV_HOME),
    },
  ];
}

function databaseRemedy(url: string | null): string {
  return url === null ? 'See server.log below HREV_HOME, or set DATABASE_URL.' : 'Check DATABASE_URL and that PostgreSQL is running.';
}

async function node(): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) throw finding(`Node ${process.versions.node} is too old`);
  return `Node ${process.versions.node}`;
}

async function readSettings(tools: CommandTools): Promise<string> {
  if (!canRead(tools)) loadConfig();
  const unknown = unknownVariables();
  if (unknown.length > 0) throw finding(`unknown: ${unknown.join(', ')}`);
  return 'every variable is known and readable';
}

async function home(folder: string): Promise<string> {
  const path = resolve(folder);
  await mkdir(path, { recursive: true });
  await access(path, constants.W_OK);
  return path;
}

async function withClient<T>(tools: CommandTools, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { url } = await tools.database();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'hrev-doctor' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function database(tools: CommandTools): Promise<string> {
  const place = await tools.database();
  return withClient(tools, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const version = rows[0]?.server_version ?? '?';
    if (parseInt(version, 10) < LEAST_POSTGRES) throw finding(`PostgreSQL ${version}; ${LEAST_POSTGRES} or newer is needed`);
    return `PostgreSQL ${version}, ${place.embeddedFolder === null ? 'from DATABASE_URL' : `embedded in ${place.embeddedFolder}`}`;
  });
}

async function extensions(tools: CommandTools): Promise<string> {
  return withClient(tools, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from pg_available_extensions where name = any ($1)', [EXTENSIONS]);
    const missing = EXTENSIONS.filter((name) => !rows.some((row) => row.name === name));
    if (missing.length > 0) throw finding(`missing: ${missing.join(', ')}`);
    return EXTENSIONS.join(', ');
  });
}

async function migrations(tools: CommandTools): Promise<string> {
  const { url } = await tools.database();
  if (await hasPendingMigrations(url)) throw finding('some have not run');
  return 'all have run';
}

async function queue(tools: CommandTools): Promise<string> {
  const { REDIS_URL } = tools.config;
  return REDIS_URL === null ? queueInPostgres(tools) : queueInRedis(REDIS_URL);
}

async function queueInPostgres(tools: CommandTools): Promise<string> {
  return withClient(tools, async (client) => {
    const { rowCount } = await client.query("select from pg_namespace where nspname = 'bullmq'");
    if (rowCount === 0) throw finding('its schema is missing');
    return 'in PostgreSQL';
  });
}

async function queueInRedis(url: string): Promise<string> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 3_000, maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? '?';
    return `Redis ${version}`;
  } finally {
    redis.disconnect();
  }
}

async function browser(chromiumPath: string | null, homeFolder: string): Promise<string> {
  const found = await findBrowser({ chromiumPath, folder: resolve(homeFolder, 'browser') });
  return found.executable;
}

function finding(message: string): Error {
  return Object.assign(new Error(message), { name: 'Finding' });
}
