import { access, constants, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EncryptionKey, loadConfig, unknownVariables, type Config } from '@libs/config';
import { hasPendingMigrations, MIN_POSTGRES, serverVersion, type Database } from '@libs/database';
import { BrowserPool, endingRoads } from '@libs/sources';
import { allSources, declaredSources, unknownOrigins } from '@src/sources';
import { warningOf, type Program, type RuntimeWarning } from '../domain/known-faults';
import { roadEndLine } from '../domain/road-end-text';
import { findingsLine } from './findings-line';
import { offForLong, switchesLine } from '../domain/switches-line';
import { switchesOff } from '../persistence/switches.query';
import { redisVersion } from './redis-version';
import type { KeyFindings } from '@libs/sealing';

/** What the checks need of their process: a command opens it for the checks, a running service has it. */
export interface CheckTools {
  /** Throws `ConfigError` if the environment cannot be read. */
  readonly config: Config;
  /** The address of the database, and the folder of an embedded one. Throws if it cannot be started. */
  database(): Promise<{ readonly url: string; readonly embeddedFolder: string | null }>;
  /** Runs `work` on a connection with the settings of the service. */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Compares the encryption keys with the data. */
  sealedData(): Promise<KeyFindings>;
}

/** The result of a check that passes, with what an operator should know about it all the same. */
export interface PassedWithWarning {
  readonly detail: string;
  readonly warning: RuntimeWarning;
}

/** One check of `doctor` and of `GET /v3/admin/checks`. `run` returns a description of the result, or throws if the check fails; `remedy` describes the correction. */
export interface Check {
  readonly name: string;
  readonly remedy: string;
  /** Names of checks that must pass first; if one fails, this check does not run. */
  readonly needs?: string | readonly string[];
  run(): Promise<string | PassedWithWarning>;
}

const SUPPORTED_NODE = '20.19, 22.12 or newer';
const NO_EGRESS = { allowsHost: () => false, maxBytes: 1 };
const EXTENSIONS = ['pg_trgm', 'btree_gin'] as const;

/** All checks; each follows the checks that it depends on. */
export function allChecks(tools: CheckTools): readonly Check[] {
  const configuration = {
    name: 'configuration',
    remedy: 'Correct or remove the named variables.',
    run: () => readSettings(tools),
  };
  return [
    { name: 'node', remedy: `Install Node ${SUPPORTED_NODE}.`, run: node },
    configuration,
    ...(canRead(tools) ? checksWithSettings(tools) : []),
  ];
}

function canRead(tools: CheckTools): boolean {
  try {
    return Object.keys(tools.config).length > 0;
  } catch {
    return false;
  }
}

function checksWithSettings(tools: CheckTools): readonly Check[] {
  const { config } = tools;
  const needs = 'database';
  return [
    {
      name: 'sources',
      remedy: 'Correct the file that HREV_EXTRA_SOURCES names, or the slugs in HREV_SOURCE_ORIGINS.',
      run: () => sources(config),
    },
    { name: 'roads', needs: 'sources', remedy: 'Look for a newer version of hrev.', run: () => roads(config) },
    { name: 'home', remedy: 'Set HREV_HOME to a folder that this user can write.', run: () => home(config.HREV_HOME) },
    {
      name: 'key',
      remedy: 'Restore the file of that name from a backup of HREV_HOME, or set HREV_ENCRYPTION_KEY.',
      run: () => Promise.resolve(`the encryption key is ${new EncryptionKey(config).origin()}`),
    },
    { name: 'database', remedy: databaseRemedy(config.DATABASE_URL), run: () => database(tools) },
    {
      name: 'extensions',
      needs,
      remedy: 'Install the contrib extensions of PostgreSQL (Debian: postgresql-contrib).',
      run: () => extensions(tools),
    },
    { name: 'migrations', needs, remedy: 'Run: hrev migrate', run: () => migrations(tools) },
    {
      name: 'secrets',
      needs: ['key', 'migrations'],
      remedy: 'Set the key that sealed the data, name older ones in HREV_ENCRYPTION_KEY_PREVIOUS, and run: hrev reseal',
      run: () => secrets(tools),
    },
    {
      name: 'switches',
      needs: 'migrations',
      remedy: 'Run: hrev switch list',
      run: () => tools.withDatabase(switches),
    },
    {
      name: 'queue',
      ...(config.REDIS_URL === null ? { needs } : {}),
      remedy: config.REDIS_URL === null ? 'Run: hrev migrate' : 'Check REDIS_URL and that Redis is running.',
      run: () => queue(tools),
    },
    {
      name: 'browser',
      remedy:
        'Install Chromium (Debian: apt install chromium) or set HREV_CHROMIUM_PATH; start as a user other than root. Sources that need no browser work without it.',
      run: () => browser(config),
    },
  ];
}

function databaseRemedy(url: string | null): string {
  return url === null
    ? 'See server.log below HREV_HOME, or set DATABASE_URL.'
    : `Check DATABASE_URL and that PostgreSQL ${MIN_POSTGRES} or newer is running.`;
}

/** The description, with the warning that the version of the program calls for. */
function checked(program: Program, version: string, detail: string): string | PassedWithWarning {
  const warning = warningOf(program, version);
  return warning === null ? detail : { detail, warning };
}

async function node(): Promise<string | PassedWithWarning> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (!isSupported) throw finding(`Node ${process.versions.node} cannot load the dependencies of hrev`);
  return checked('Node', process.versions.node, `Node ${process.versions.node}`);
}

async function readSettings(tools: CheckTools): Promise<string> {
  if (!canRead(tools)) loadConfig();
  const unknown = unknownVariables();
  if (unknown.length > 0) throw finding(`unknown: ${unknown.join(', ')}`);
  return 'every variable is known and readable';
}

async function sources({ HREV_EXTRA_SOURCES: file, HREV_SOURCE_ORIGINS: origins }: Config): Promise<string> {
  const declared = await declaredSources(file);
  const unknown = unknownOrigins(origins, declared);
  if (unknown.length > 0) throw finding(unknown.join('; '));
  return file === null ? 'no extra sources' : `extra sources: ${declared.length}`;
}

async function home(folder: string): Promise<string> {
  const path = resolve(folder);
  await mkdir(path, { recursive: true });
  await access(path, constants.W_OK);
  return path;
}

async function database(tools: CheckTools): Promise<string | PassedWithWarning> {
  const place = await tools.database();
  const { text, major } = await serverVersion(place.url);
  if (major < MIN_POSTGRES) throw finding(`PostgreSQL ${text}; ${MIN_POSTGRES} or newer is needed`);
  const origin = place.embeddedFolder === null ? 'from DATABASE_URL' : `embedded in ${place.embeddedFolder}`;
  // A connection with the settings of the service may fail although the query of the version succeeded.
  return tools.withDatabase(() => Promise.resolve(checked('PostgreSQL', text, `PostgreSQL ${text}, ${origin}`)));
}

async function extensions(tools: CheckTools): Promise<string> {
  return tools.withDatabase(async (opened) => {
    const rows = await opened.query<{ name: string }>(
      'select name from pg_available_extensions where name = any ($1)',
      [EXTENSIONS],
    );
    const missing = EXTENSIONS.filter((name) => !rows.some((row) => row.name === name));
    if (missing.length > 0) throw finding(`missing: ${missing.join(', ')}`);
    return EXTENSIONS.join(', ');
  });
}

async function migrations(tools: CheckTools): Promise<string> {
  const { url } = await tools.database();
  if (await hasPendingMigrations(url)) throw finding('some have not run');
  return 'all have run';
}

async function secrets(tools: CheckTools): Promise<string> {
  const found = await tools.sealedData();
  const line = findingsLine(found);
  if (line !== null) throw finding(line);
  return `${found.current} sealed with this key`;
}

/** What the operator has switched off, with a warning if it was forgotten. */
async function switches(opened: Database): Promise<string | PassedWithWarning> {
  const off = await switchesOff(opened);
  if (off.length === 0) return 'all are on';
  const detail = `off: ${switchesLine(off)}`;
  const warning = offForLong(off);
  return warning === null ? detail : { detail, warning };
}

async function queue(tools: CheckTools): Promise<string | PassedWithWarning> {
  const { REDIS_URL } = tools.config;
  if (REDIS_URL === null) return queueInPostgres(tools);
  const version = await redisVersion(REDIS_URL);
  return checked('Redis', version, `Redis ${version}`);
}

async function queueInPostgres(tools: CheckTools): Promise<string> {
  return tools.withDatabase(async (opened) => {
    const rows = await opened.query("select 1 from pg_namespace where nspname = 'bullmq'");
    if (rows.length === 0) throw finding('its schema is missing');
    return 'in PostgreSQL';
  });
}

/** Starts the browser, where this process uses one: an installed browser may lack a library. */
async function browser(config: Config): Promise<string | PassedWithWarning> {
  if (config.HREV_ROLE === 'api') return 'not used by the role api';
  if (config.HREV_COLLECT_BROWSER === 'off') return 'not used with HREV_COLLECT_BROWSER=off';
  const noSandbox = config.HREV_CHROMIUM_NO_SANDBOX;
  const folder = resolve(config.HREV_HOME, 'browser');
  const pool = new BrowserPool({ chromiumPath: config.HREV_CHROMIUM_PATH, folder, noSandbox, egress: {} });
  try {
    const version = await pool.withContext(NO_EGRESS, (context) => Promise.resolve(context.browser()?.version()));
    const suffix = noSandbox ? ', without its sandbox (HREV_CHROMIUM_NO_SANDBOX)' : '';
    return checked('Chromium', version ?? '', `Chromium ${version ?? 'of unknown version'} starts${suffix}`);
  } finally {
    await pool.close();
  }
}

/** The roads whose end their platforms have announced, the next one first. */
async function roads(config: Config): Promise<string> {
  const ends = endingRoads(await allSources(config), new Date());
  return ends.length === 0 ? 'no platform has announced the end of one' : ends.map(roadEndLine).join('; ');
}

/** The failure of a check, whose message is its result. */
export function finding(message: string): Error {
  return Object.assign(new Error(message), { name: 'Finding' });
}
