// cspell:ignore waldir walfile usesuper starelid checkpointer
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** What a scrub has done. */
export interface ScrubReport {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Segments of the write-ahead log of before that the server keeps, for a slot or a standby; null if they may not be read. */
  readonly keptSegments: number | null;
  /** What the role of the connection may not do, as sentences; empty for a superuser. */
  readonly left: readonly string[];
}

/** Sessions of the service and of its commands. */
const IN_USE = `select count(*)::int from pg_stat_activity
  where datname = current_database() and application_name in ('hrev-all', 'hrev-api', 'hrev-worker')`;

const FUTURE_SEGMENTS = `select count(*)::int as n from pg_ls_waldir()
  where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_lsn())`;
const RELOAD_MS = 500;

/** The service or a command uses the database: each statement would wait until its table is rewritten. */
export class DatabaseInUseError extends Error {
  constructor() {
    super('The service or a command uses the database, and would wait for minutes: stop it first.');
    this.name = 'DatabaseInUseError';
  }
}

/**
 * Rewrites a database, so that its files no longer contain the bytes of rows that were deleted or changed: tables with their indexes,
 * statistics of columns, and the write-ahead log, of which PostgreSQL keeps old segments to use them again. Locks each table while it is
 * rewritten, and needs as much free space as the largest one. Backups, copies of the log and standbys are others' files. Throws
 * `DatabaseInUseError`.
 */
export async function scrubDatabase(url: string, onStep: (step: string) => void): Promise<ScrubReport> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 0, application_name: 'hrev-scrub' });
  await client.connect();
  try {
    if ((await value<number>(client, IN_USE)) > 0) throw new DatabaseInUseError();
    const isSuperuser = await value<boolean>(client, 'select usesuper from pg_user where usename = current_user');
    const bytesBefore = await sizeOf(client);
    if (isSuperuser) await forgetStatistics(client);
    onStep('rewriting the tables');
    await client.query('vacuum (full)');
    await client.query('analyze');
    onStep('replacing the write-ahead log');
    const keptSegments = isSuperuser ? await replaceLog(client) : null;
    return { bytesBefore, bytesAfter: await sizeOf(client), keptSegments, left: isSuperuser ? [] : LEFT };
  } finally {
    await client.end();
  }
}

const LEFT = [
  'Statistics of tables that are empty now may contain former values: delete their rows of pg_statistic as a superuser.',
  'The write-ahead log still has the former rows: PostgreSQL overwrites it with time.',
];

/** An analysis of a table without rows keeps the former statistics, and with them former values. */
async function forgetStatistics(client: pg.Client): Promise<void> {
  await client.query(
    `delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  );
  await client.query('delete from pg_statistic_ext_data');
}

/**
 * Removes the segments of the log that are no longer needed, and fills those that PostgreSQL has made of old ones. Returns how many old
 * segments are still needed.
 */
async function replaceLog(client: pg.Client): Promise<number> {
  const first = await value<string>(client, 'select pg_walfile_name(pg_current_wal_lsn())');
  await setRecycling(client, 'off');
  try {
    await client.query('checkpoint');
    // A switch fills the rest of a segment with zeros. It needs a record since the last one.
    for (let left = (await value<number>(client, FUTURE_SEGMENTS)) + 1; left > 0; left -= 1) {
      await client.query(`select pg_logical_emit_message(false, 'hrev', 'scrub')`);
      await client.query('select pg_switch_wal()');
    }
    await client.query('checkpoint');
  } finally {
    await setRecycling(client, null);
  }
  return value<number>(
    client,
    `select count(*)::int from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$' and name <= $1`,
    [first],
  );
}

/** The checkpointer reads a changed setting soon after the reload. */
async function setRecycling(client: pg.Client, state: 'off' | null): Promise<void> {
  await client.query(state === null ? 'alter system reset wal_recycle' : `alter system set wal_recycle = ${state}`);
  await client.query('select pg_reload_conf()');
  await pause(RELOAD_MS);
}

const sizeOf = async (client: pg.Client): Promise<number> =>
  Number(await value<string>(client, 'select pg_database_size(current_database())::text'));

async function value<T>(client: pg.Client, sql: string, values: readonly unknown[] = []): Promise<T> {
  const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
  const [row] = rows;
  if (row === undefined) throw new Error(`no row: ${sql}`);
  return Object.values(row)[0] as T;
}
