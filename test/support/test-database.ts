import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '@libs/database';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const TEMPLATE = 'hrev_template';
const TEMPLATE_LOCK = 0x74656d70;

/** A database of its own, cloned from a template that the first caller of the run migrates. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env['HREV_TEST_SERVER'] ?? 'postgres://hrev@127.0.0.1:55432/postgres';
  const name = `t_${randomBytes(8).toString('hex')}`;
  await withServer(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    await ensureTemplate(client, server);
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  return { url: databaseOf(server, name), drop: () => withServer(server, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))) };
}

async function ensureTemplate(client: pg.Client, server: string): Promise<void> {
  const { rows } = await client.query<{ is_template: boolean }>('select datistemplate as is_template from pg_database where datname = $1', [TEMPLATE]);
  if (rows[0]?.is_template) return;
  await client.query(`drop database if exists ${TEMPLATE} with (force)`);
  await client.query(`create database ${TEMPLATE}`);
  await migrate(databaseOf(server, TEMPLATE));
  // Marked only when it is whole, so that a run killed in the middle leaves no half template behind.
  await client.query(`alter database ${TEMPLATE} with is_template true`);
}

function databaseOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function withServer(server: string, fn: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await fn(client);
  } finally {
    await client.end();
  }
}
