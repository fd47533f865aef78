import { resolve } from 'node:path';
import type { Config } from '@libs/config';
import { hasPendingMigrations, MIN_POSTGRES, migrate, serverVersion } from '@libs/database';
import { startEmbeddedPostgres } from '@libs/database/embedded';
import { showStatus } from '@libs/logging';
import { EXIT } from './exit-codes';
import { connectionProblem, StartProblem } from './start-problem';

/** The database of this process, and the function that releases it. */
export interface OpenDatabase {
  readonly url: string;
  /** Folder of the embedded database; null if `DATABASE_URL` is set. */
  readonly embeddedFolder: string | null;
  leave(): Promise<void>;
}

export interface OpenOptions {
  /** A command uses the embedded database of a running service and leaves it running. */
  readonly role: 'service' | 'command';
  readonly onLost?: (reason: string) => void;
  /** Called at the beginning of a slow step with its description. Without it, a terminal shows the step. */
  readonly onStep?: (step: string) => void;
}

/** Returns the database that the configuration names, or the embedded database, which is started unless it is running. */
export async function openDatabase(config: Config, options: OpenOptions): Promise<OpenDatabase> {
  if (config.DATABASE_URL !== null)
    return { url: config.DATABASE_URL, embeddedFolder: null, leave: () => Promise.resolve() };
  const { onStep: begin = showStatus } = options;
  const onStep = (step: string): void => begin(`${step} in ${config.HREV_HOME}`);
  const embedded = await startEmbeddedPostgres({ home: resolve(config.HREV_HOME), ...options, onStep }).finally(() =>
    showStatus(null),
  );
  return { url: embedded.url, embeddedFolder: embedded.dataFolder, leave: () => embedded.stop() };
}

/**
 * Migrates the schema of an embedded database, and of another one if `mayMigrate`, which is true for a service on one machine (role
 * `all`). Otherwise it throws `StartProblem` for an older schema, because concurrent processes of different versions must not
 * migrate. Also throws for a server that is too old. Returns the names of the migrations that ran.
 */
export async function prepareSchema(place: OpenDatabase, mayMigrate: boolean): Promise<readonly string[]> {
  if (place.embeddedFolder === null) await refuseOldServer(place.url);
  if (mayMigrate || place.embeddedFolder !== null) return migrateVisibly(place.url);
  if (!(await hasPendingMigrations(place.url))) return [];
  throw new StartProblem(['The database lacks migrations of this version. Run: hrev migrate'], EXIT.dependency);
}

async function migrateVisibly(url: string): Promise<readonly string[]> {
  try {
    return await migrate(url, (done, all) => showStatus(`migrating the database: step ${done} of ${all}`));
  } finally {
    showStatus(null);
  }
}

async function refuseOldServer(url: string): Promise<void> {
  const { text, major } = await serverVersion(url);
  if (major >= MIN_POSTGRES) return;
  const line = `${serverName(url)} is version ${text}: hrev needs PostgreSQL ${MIN_POSTGRES} or newer.`;
  throw new StartProblem([line], EXIT.dependency);
}

/** Converts a connection error of the database to a `StartProblem` of one line; returns other errors unchanged. */
export function databaseProblem(error: unknown, config: Config): unknown {
  return connectionProblem(error, databaseName(config), 'Check DATABASE_URL and that PostgreSQL is running.') ?? error;
}

function databaseName(config: Config): string {
  return config.DATABASE_URL === null ? 'The embedded PostgreSQL' : serverName(config.DATABASE_URL);
}

/** Host, port and name of the database, without its password. */
function serverName(url: string): string {
  const { host, pathname } = new URL(url);
  return `PostgreSQL at ${host}${pathname}`;
}
