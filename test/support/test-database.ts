import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '@libs/database';

/**
 * A database of its own for one test file: a copy of a template that the product's own migrations made. Copying takes some
 * hundredths of a second, so no test needs to clean up after itself or after others.
 */
export interface TestDatabase {
  readonly url: string;
  /** Removes it, also while connections are open. */
  drop(): Promise<void>;
}

const TEMPLATE = 'hrev_template';
/** Any number that no other program uses for an advisory lock in this server's first database. */
export const TEMPLATE_LOCK = String(0x74656d70);

export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.HREV_TEST_SERVER;
  if (!serverUrl) throw new Error('There is no test server: only tests of the project "service" can have a database');
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await asSuperuser(serverUrl, async (client) => {
    await makeTemplate(client, serverUrl);
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  return {
    url: withDatabase(serverUrl, name),
    drop: () =>
      asSuperuser(
        serverUrl,
        async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
      ),
  };
}

/** Of the Jest workers that come at once, the first one migrates and the others wait for it. */
async function makeTemplate(client: pg.Client, serverUrl: string): Promise<void> {
  if (await isThere(client)) return;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    if (await isThere(client)) return;
    const draft = `${TEMPLATE}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await migrate(withDatabase(serverUrl, draft));
    await client.query(`alter database ${draft} rename to ${TEMPLATE}`);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

async function isThere(client: pg.Client): Promise<boolean> {
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
