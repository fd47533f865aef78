import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { IN_SESSION, LOCKS } from './advisory-locks';
import { createDataSource } from './data-source';
import { BASELINES, MIGRATIONS } from './migrations';
import { FORMER_MIGRATIONS } from './migrations/former';

const MIGRATION_TIMEOUT_MS = 3_600_000;
const CONNECTION_TIMEOUT_MS = 10_000;
const PROGRESS_EVERY_MS = 200;
const LOCK_EVERY_MS = 100;

/** The database has a schema that no released version created, so no migration leads from it to this version. */
export class UnreleasedSchemaError extends Error {
  constructor() {
    super(
      'The database has the schema of an unreleased version of hrev, which cannot be migrated. Use a new database.',
    );
    this.name = 'UnreleasedSchemaError';
  }
}

/**
 * Migrates the schema. Concurrent processes are safe: one migrates, the others wait and have nothing to do. A killed process
 * leaves only complete migrations. Returns the names of the migrations that ran. Throws `UnreleasedSchemaError`. While migrations
 * run, `onProgress` is called several times a second with the number of finished migrations and the number of all.
 */
export async function migrate(
  databaseUrl: string,
  onProgress?: (done: number, all: number) => void,
): Promise<readonly string[]> {
  const lockHolder = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'hrev-migrate',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  // Another process may migrate once the connection has ended.
  const lost = new Promise<never>((_, reject) => lockHolder.on('error', reject));
  lost.catch(() => undefined);
  await lockHolder.connect();
  try {
    await holdMigrations(lockHolder);
    await recordBaselines(lockHolder);
    await refuseUnreleasedSchema(lockHolder);
    const progress = onProgress && watchProgress(lockHolder, onProgress);
    return await Promise.race([runPending(databaseUrl), lost]).finally(() => progress?.stop());
  } finally {
    await lockHolder.end();
  }
}

/**
 * Holds the lock of migrations until the session ends. It asks again and again, because a statement that waits for the lock has a snapshot,
 * and `create index concurrently` of the process that migrates would wait for its end.
 */
async function holdMigrations(session: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await session.query<{ locked: boolean }>(IN_SESSION.tryToHold, [LOCKS.migrations]);
    if (rows[0]?.locked === true) return;
    await pause(LOCK_EVERY_MS);
  }
}

/** Records the baselines as run in a database that ran all `FORMER_MIGRATIONS`, which led to the same schema. */
async function recordBaselines(session: pg.Client): Promise<void> {
  const ran = await migrationsThatRan(session);
  const baselines = BASELINES.map(({ name }) => name);
  if (!FORMER_MIGRATIONS.every((name) => ran.has(name)) || baselines.some((name) => ran.has(name))) return;
  // The former names stay, so that a process of the version before finds nothing to run.
  await session.query(
    `insert into schema_migration (timestamp, name) select right(name, 13)::bigint, name from unnest($1::text[]) name`,
    [baselines],
  );
}

async function migrationsThatRan(session: pg.Client): Promise<ReadonlySet<string>> {
  const table = await session.query<{ exists: boolean }>(
    `select to_regclass('schema_migration') is not null as "exists"`,
  );
  if (table.rows[0]?.exists !== true) return new Set();
  const { rows } = await session.query<{ name: string }>('select name from schema_migration order by id');
  return new Set(rows.map(({ name }) => name));
}

/**
 * Refuses a schema that has migrations that this version does not know and lacks some that it knows: an unreleased version created it. A
 * schema of a newer version has unknown migrations and lacks none. The former migrations are known once the baselines are recorded.
 */
async function refuseUnreleasedSchema(session: pg.Client): Promise<void> {
  const ran = await migrationsThatRan(session);
  const all = MIGRATIONS.map(({ name }) => name);
  const hasBaselines = BASELINES.every(({ name }) => ran.has(name));
  const known = new Set(hasBaselines ? [...all, ...FORMER_MIGRATIONS] : all);
  const hasUnknown = [...ran].some((name) => !known.has(name));
  if (hasUnknown && all.some((name) => !ran.has(name))) throw new UnreleasedSchemaError();
}

/** Names of the migrations of this version, and of those before the baselines. A newer version has others. */
export const knownMigrations = (): {
  readonly ofThisVersion: readonly string[];
  readonly former: readonly string[];
} => ({
  ofThisVersion: MIGRATIONS.map(({ name }) => name),
  former: FORMER_MIGRATIONS,
});

/** Names of the migrations that have run on the database, in their order; empty for an empty database. */
export async function migrationsOf(databaseUrl: string): Promise<readonly string[]> {
  const session = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  session.on('error', () => undefined);
  await session.connect();
  try {
    return [...(await migrationsThatRan(session))];
  } finally {
    await session.end();
  }
}

/** Counts finished migrations and reports the number, except before the first and after the last one. */
function watchProgress(session: pg.Client, onProgress: (done: number, all: number) => void): { stop(): Promise<void> } {
  let counting: Promise<void> = Promise.resolve();
  const count = async (): Promise<void> => {
    const { rows } = await session.query<{ done: number }>(
      'select count(*)::int as done from schema_migration where name = any($1)',
      [MIGRATIONS.map(({ name }) => name)],
    );
    const done = rows[0]?.done ?? 0;
    if (done < MIGRATIONS.length) onProgress(done, MIGRATIONS.length);
  };
  // The first migration creates the table.
  const timer = setInterval(() => (counting = counting.then(count).catch(() => undefined)), PROGRESS_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return counting;
    },
  };
}

async function runPending(databaseUrl: string): Promise<readonly string[]> {
  const dataSource = createDataSource({
    url: databaseUrl,
    poolSize: 2,
    statementTimeoutMs: MIGRATION_TIMEOUT_MS,
    applicationName: 'hrev-migrate',
  });
  await dataSource.initialize();
  try {
    const ran = await dataSource.runMigrations();
    return ran.map((migration) => migration.name);
  } finally {
    await dataSource.destroy();
  }
}

/** Whether a migration of this version has not run on the database. */
export async function hasPendingMigrations(databaseUrl: string): Promise<boolean> {
  const dataSource = createDataSource({
    url: databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 5_000,
    applicationName: 'hrev-check',
  });
  await dataSource.initialize();
  try {
    return await dataSource.showMigrations();
  } finally {
    await dataSource.destroy();
  }
}
