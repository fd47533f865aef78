import { DataSource, type DataSourceOptions } from 'typeorm';
import pg from 'pg';
import { MIGRATIONS } from './migrations';

/** Connection settings of a process; the API and the worker have different limits. */
export interface DataSourceSettings {
  readonly url: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly applicationName: string;
  /** How long a statement waits for a lock, and work for a connection. 2 seconds each if not given. */
  readonly waits?: { readonly lockMs: number; readonly poolMs: number };
  /** Entity classes of the tables. They declare the schema; statements are SQL. */
  readonly entities?: readonly (new () => object)[];
}

// Ids are at most 2^53-1 (contract §1.2), so a bigint is read as a number. A local time stays text without a time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => text.replace(' ', 'T'));

const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const TRANSACTION_TIMEOUT_MS = 30_000;
const WAITS = { lockMs: 2_000, poolMs: 2_000 };
const FIRST_CONNECTION_ATTEMPTS = 5;
/** How long after PostgreSQL's own statement timeout the driver gives up: the server does not respond then. */
const SILENCE_GRACE_MS = 500;
/**
 * How long a connection stays open without work. A statement on one that the network has lost without notice waits for its whole timeout,
 * up to 20 s in a worker: a connection that was idle longer must not be used again, so that work continues within 30 s.
 */
const MOST_IDLE_MS = 5_000;

/** Creates the data source of a process: time zone UTC, timeouts for all waits, explicit migrations, never `synchronize`. */
export function createDataSource(settings: DataSourceSettings): DataSource {
  const { lockMs, poolMs } = settings.waits ?? WAITS;
  const timeouts = [
    `-c TimeZone=UTC`,
    `-c statement_timeout=${settings.statementTimeoutMs}`,
    `-c lock_timeout=${lockMs}`,
    `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
    `-c transaction_timeout=${Math.max(TRANSACTION_TIMEOUT_MS, settings.statementTimeoutMs)}`,
    `-c plan_cache_mode=auto`,
  ].join(' ');
  const options: DataSourceOptions = {
    type: 'postgres',
    url: settings.url,
    entities: [...(settings.entities ?? [])],
    migrations: [...MIGRATIONS],
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    extra: {
      max: settings.poolSize,
      connectionTimeoutMillis: poolMs,
      idleTimeoutMillis: MOST_IDLE_MS,
      query_timeout: settings.statementTimeoutMs + SILENCE_GRACE_MS,
      keepAlive: true,
      application_name: settings.applicationName,
      options: timeouts,
    },
    // The pool replaces a connection that breaks while idle; without a listener its error would end the process.
    poolErrorHandler: () => undefined,
  };
  return new DataSource(options);
}

/**
 * Opens the connection pool of a data source. A starting process uses a slow CPU for seconds, in which it cannot read the response of
 * the server, so a first connection that exceeds the wait of the pool is attempted again. Other errors are thrown at once.
 */
export async function openDataSource(settings: DataSourceSettings): Promise<DataSource> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await createDataSource(settings).initialize();
    } catch (error) {
      if (attempt === FIRST_CONNECTION_ATTEMPTS || !isTimeout(error)) throw error;
    }
  }
}

/** What pg-pool throws for a new connection that is not ready after the wait for a connection. Its error has no code. */
const NOT_READY = 'Connection terminated due to connection timeout';
const isTimeout = (error: unknown): boolean => error instanceof Error && error.message === NOT_READY;
