import { Database, createDataSource } from '@libs/database';
import { ENTITIES } from '@src/entities';
import { createTestDatabase } from './test-database';

/** A separate database for one test file, opened as the product opens it. */
export interface StoreFixture {
  readonly database: Database;
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A loaded machine may stall longer than the product waits for a lock or a connection, which is no fault of the code under test. So
 * waits are long; a test of the limits gives the product's.
 */
const LONG_WAITS = { lockMs: 60_000, poolMs: 60_000 };
export const PRODUCT_WAITS = { lockMs: 2_000, poolMs: 2_000 };

export async function storeFixture(waits = LONG_WAITS): Promise<StoreFixture> {
  const { url, drop } = await createTestDatabase();
  const settings = { url, poolSize: 8, statementTimeoutMs: 60_000, applicationName: 'hrev-test', waits };
  const dataSource = createDataSource({ ...settings, entities: ENTITIES });
  await dataSource.initialize();
  const database = new Database(dataSource);
  return {
    database,
    url,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** A link with its account, object and source. */
export interface LinkFixture {
  readonly accountId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
}

export const TEST_SOURCE_ID = 8;

/** Inserts the rows of a link, and of its account and object unless they are given. */
export async function aLink(
  database: Database,
  parents: { readonly accountId?: number; readonly objectId?: number; readonly sourceId?: number } = {},
): Promise<LinkFixture> {
  const sourceId = parents.sourceId ?? TEST_SOURCE_ID;
  await database.query(`insert into source (id, slug) values ($1, $2) on conflict do nothing`, [
    sourceId,
    `source-${sourceId}`,
  ]);
  const accountId =
    parents.accountId ??
    (await insertedId(database, `insert into account (name, plan) values ('Test', 'full') returning id`));
  const objectId =
    parents.objectId ??
    (await insertedId(database, `insert into tracked_object (account_id, name) values ($1, 'Object') returning id`, [
      accountId,
    ]));
  const linkId = await insertedId(
    database,
    `insert into link (account_id, object_id, source_id, url) values ($1, $2, $3, 'https://example.com/' || gen_random_uuid()) returning id`,
    [accountId, objectId, sourceId],
  );
  await database.query(
    'insert into link_collection (link_id, account_id, object_id, source_id, next_run_at) values ($1, $2, $3, $4, clock_timestamp())',
    [linkId, accountId, objectId, sourceId],
  );
  return { accountId, objectId, linkId, sourceId };
}

async function insertedId(database: Database, sql: string, parameters: readonly unknown[] = []): Promise<number> {
  const [row] = await database.query<{ id: number }>(sql, parameters);
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}
