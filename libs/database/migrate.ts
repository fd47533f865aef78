import pg from 'pg';
import { IN_SESSION, LOCKS } from './advisory-locks';
import { createDataSource } from './data-source';

const MIGRATION_TIMEOUT_MS = 3_600_000;
const CONNECTION_TIMEOUT_MS = 10_000;

/**
 * Brings the schema up to date. Two processes at once are safe: one works, the other waits and finds nothing to do. A
 * process killed in the middle leaves whole migrations only. Returns the names of the migrations it ran.
 */
export async function migrate(databaseUrl: string): Promise<readonly string[]> {
  const lockHolder = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'hrev-migrate',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  await lockHolder.connect();
  try {
    await lockHolder.query(IN_SESSION.hold, [LOCKS.migrations]);
    return await runPending(databaseUrl);
  } finally {
    await lockHolder.end();
  }
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

/** Whether the database lacks a migration of this version. */
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
