import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '@libs/database';
import { TEMPLATE } from './kept-cluster';

/**
 * A database for one test file: a copy of a template that the product's migrations created. A copy takes some hundredths of a
 * second, so tests do not need to clean up.
 */
export interface TestDatabase {
  readonly url: string;
  /** Drops the database, also while connections to it are open. */
  drop(): Promise<void>;
}

/** Key of the advisory lock of the template. No other program uses it in the first database of this server. */
export const TEMPLATE_LOCK = String(0x74656d70);

export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(async (client, serverUrl, name) => {
    await makeTemplate(client, serverUrl);
    // The default strategy writes every page of the template to the WAL, which costs five times the CPU time of a file copy.
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  });
}

/** A database without a schema. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(async (client, _, name) => void (await client.query(`create database ${name}`)));
}

async function createDatabase(
  create: (client: pg.Client, serverUrl: string, name: string) => Promise<void>,
): Promise<TestDatabase> {
  const serverUrl = process.env.HREV_TEST_SERVER;
  if (!serverUrl) throw new Error('HREV_TEST_SERVER is not set: only tests of the project "service" have a database');
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await asSuperuser(serverUrl, (client) => create(client, serverUrl, name));
  return {
    url: withDatabase(serverUrl, name),
    drop: () =>
      asSuperuser(
        serverUrl,
        async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
      ),
  };
}

/** Creates the template once per run: the first Jest worker migrates while the others wait for its lock. */
async function makeTemplate(client: pg.Client, serverUrl: string): Promise<void> {
  if (await templateExists(client)) return;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    if (await templateExists(client)) return;
    const draft = `${TEMPLATE}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await migrate(withDatabase(serverUrl, draft));
    await client.query(`alter database ${draft} rename to ${TEMPLATE}`);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

async function templateExists(client: pg.Client): Promise<boolean> {
  return (await client.query('select 1 from pg_database where datname = $1', [TEMPLATE])).rowCount === 1;
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function asSuperuser<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
