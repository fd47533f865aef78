// cspell:ignore proname
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { getMetadataArgsStorage, type DataSource, type QueryRunner } from 'typeorm';
import { createDataSource, migrate, UnreleasedSchemaError } from '@libs/database';
import { BASELINES, MIGRATIONS } from '@libs/database/migrations';
import { FORMER_MIGRATIONS } from '@libs/database/migrations/former';
import { REVIEW_FLAGS } from '@src/reviews';
import { eventually } from '@test/support/eventually';
import { tablesOf, type TableOfSchema } from '@test/support/schema-catalog';
import { schemaDocument } from '@test/support/schema-document';
import { shardDocument, shardedTablesOf } from '@test/support/shard-keys';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';
import { ENTITIES, ENTITIES_BY_OWNER } from './entities';

const DOCUMENT = path.resolve(__dirname, '../docs/schema.md');
const CAPACITY = path.resolve(__dirname, '../docs/operations/capacity.md');
const connections: { readonly database: TestDatabase; readonly dataSource: DataSource }[] = [];

async function aDatabase(): Promise<DataSource> {
  const database = await createTestDatabase();
  const settings = { url: database.url, poolSize: 1, statementTimeoutMs: 60_000, applicationName: 'hrev-schema' };
  const dataSource = await createDataSource({ ...settings, entities: ENTITIES }).initialize();
  connections.push({ database, dataSource });
  return dataSource;
}

/** The tables that TypeORM creates from the entities in an empty database. */
async function declaredTables(): Promise<readonly TableOfSchema[]> {
  const dataSource = await aDatabase();
  await dataSource.query('drop schema public cascade');
  await dataSource.query('create schema public');
  await dataSource.synchronize();
  return tablesOf(dataSource);
}

/** The names of the table's indexes that the migrations create and TypeORM does not synchronize. */
const unsynchronizedIndexes = (table: string): ReadonlySet<string> => {
  const { indices, tables } = getMetadataArgsStorage();
  const target = tables.find(({ name }) => name === table)?.target;
  return new Set(
    indices.filter((index) => index.target === target && index.synchronize === false).map(({ name }) => name ?? ''),
  );
};

/** The part of a table that entities can declare, without the names of primary keys and without some indexes. */
function comparable({ name, columns, constraints, foreignKeys, indexes }: TableOfSchema): unknown {
  const byName = <T extends { readonly name: string }>(items: readonly T[]): T[] =>
    [...items].sort((a, b) => a.name.localeCompare(b.name));
  return {
    name,
    columns: byName(columns).map(({ comment: _comment, ...column }) => column),
    constraints: byName(
      constraints.map((constraint) =>
        constraint.definition.startsWith('PRIMARY') ? { ...constraint, name: 'primary key' } : constraint,
      ),
    ),
    foreignKeys,
    indexes: byName(indexes).filter((index) => !unsynchronizedIndexes(name).has(index.name)),
  };
}

afterAll(async () => {
  for (const { database, dataSource } of connections) {
    await dataSource.destroy();
    await database.drop();
  }
});

describe('the schema', () => {
  it('has one entity for each table, with the same columns, keys, checks and indexes', async () => {
    const migrated = await tablesOf(await aDatabase());
    const declared = await declaredTables();
    expect(declared.map(comparable)).toEqual(migrated.map(comparable));
    for (const { name, indexes } of migrated)
      expect(indexes.map((index) => index.name)).toEqual(expect.arrayContaining([...unsynchronizedIndexes(name)]));
  });

  it('describes each table', async () => {
    const missing = (await tablesOf(await aDatabase())).filter(({ comment }) => comment === null);
    expect(missing).toEqual([]);
  });

  it('is the same after all migrations are undone and run again', async () => {
    const dataSource = await aDatabase();
    const before = await tablesOf(dataSource);
    for (const _migration of MIGRATIONS) await dataSource.undoLastMigration();
    expect(await tablesOf(dataSource)).toEqual([]);
    await dataSource.runMigrations();
    expect(await tablesOf(dataSource)).toEqual(before);
  });

  const LATER = MIGRATIONS.slice(BASELINES.length);

  /** Migrates a database that has the tables of the baselines, and in which these migrations are recorded as run. */
  const migrateAfter = async (names: readonly string[]): Promise<readonly string[]> => {
    const dataSource = await aDatabase();
    for (const _migration of LATER) await dataSource.undoLastMigration();
    await dataSource.query('delete from schema_migration');
    await dataSource.query(
      'insert into schema_migration (timestamp, name) select right(name, 13)::bigint, name from unnest($1::text[]) name',
      [names],
    );
    return migrate(connections.at(-1)!.database.url);
  };

  it('is kept if the migrations before the baselines created it, and later migrations run', async () => {
    await expect(migrateAfter(FORMER_MIGRATIONS)).resolves.toEqual(LATER.map(({ name }) => name));
    const { dataSource } = connections.at(-1)!;
    await expect(dataSource.showMigrations()).resolves.toBe(false);
  });

  it('is refused if only some of the migrations before the baselines ran', async () => {
    await expect(migrateAfter(FORMER_MIGRATIONS.slice(0, -1))).rejects.toThrow(UnreleasedSchemaError);
  });

  it('is refused if an unreleased version created it', async () => {
    const dataSource = await aDatabase();
    await dataSource.query("update schema_migration set name = 'Reviews1795200000003' where name like 'Reviews1%'");
    const { url } = connections.at(-1)!.database;
    await expect(migrate(url)).rejects.toThrow(UnreleasedSchemaError);
  });

  /** A process of the version before writes reviews during an upgrade (docs/production.md): here, after the first statement of the migration. */
  it('counts by language without failing a writer of reviews that waits for the migration', async () => {
    const dataSource = await aDatabase();
    const NAME = 'ReviewsByLanguage1796000000210';
    const hasRun = async (): Promise<boolean> =>
      (await dataSource.query<unknown[]>('select from schema_migration where name = $1', [NAME])).length > 0;
    while (await hasRun()) await dataSource.undoLastMigration();
    await dataSource.query(
      `insert into review (account_id, object_id, link_id, change_seq, first_seen_at, updated_at, seen_at, source_id, date_precision,
         is_native, content_hash, external_id) values (1, 1, 1, 1, now(), now(), now(), 1, 0, true, '\\x00', 'a')`,
    );
    const runner = dataSource.createQueryRunner();
    const writer = new pg.Client({ connectionString: connections.at(-1)!.database.url });
    await writer.connect();
    const written: Promise<unknown>[] = [];
    const waits =
      'select from pg_locks l, pg_database d where l.database = d.oid and d.datname = current_database() and not granted';
    const statements = {
      query: async (sql: string) => {
        await runner.query(sql);
        if (written.length > 0) return;
        written.push(writer.query('update review set rating = 100').catch((error: unknown) => error));
        await eventually('the writer waits', 10_000, async () => ((await runner.query(waits)) as []).length > 0);
      },
    };
    await runner.startTransaction();
    await new (MIGRATIONS.find(({ name }) => name === NAME)!)().up(statements as unknown as QueryRunner);
    await runner.commitTransaction();
    await runner.release();
    expect(await Promise.all(written)).toMatchObject([{ rowCount: 1 }]);
    expect(await dataSource.query('select rating, language, n::int from link_stat where n <> 0')).toEqual([
      { rating: 100, language: 'und', n: 1 },
    ]);
    await writer.end();
  });

  describe('the pauses of sources', () => {
    const PAUSED = { source_id: 1, paused_at: new Date('2026-11-20T08:00:00Z'), pause_reason: 'they asked us' };
    const OFF = { switch: 'collection', source_id: 1, since: PAUSED.paused_at, reason: PAUSED.pause_reason };
    let dataSource: DataSource;

    const pauses = async (): Promise<unknown> =>
      dataSource.query(
        'select source_id, paused_at, pause_reason from source_pace where paused_at is not null order by source_id',
      );
    const switches = async (): Promise<unknown> => dataSource.query('select * from switch_off order by source_id');
    /** Undoes migrations until neither a table nor a function has this name. */
    const undoUntilGone = async (name: string): Promise<void> => {
      const found = 'select coalesce(to_regclass($1)::oid, to_regproc($1)::oid) as found';
      while ((await dataSource.query<{ found: number | null }[]>(found, [name]))[0]?.found !== null)
        await dataSource.undoLastMigration();
    };

    beforeEach(async () => {
      dataSource = await aDatabase();
      await dataSource.query(`insert into source (id, slug) values (1, 'paused'), (2, 'read')`);
      await dataSource.query('insert into source_pace (source_id) values (1), (2)');
    });

    it('are kept as switches of their collection, and the other way round', async () => {
      await undoUntilGone('switch_off');
      await dataSource.query('update source_pace set paused_at = $2, pause_reason = $3 where source_id = $1', [
        ...Object.values(PAUSED),
      ]);
      await dataSource.runMigrations();
      expect(await switches()).toEqual([OFF]);
      await dataSource.query(`insert into switch_off (switch) values ('replies')`);
      await undoUntilGone('switch_off');
      expect(await pauses()).toEqual([PAUSED]);
    });

    it('get their columns back if an unreleased version has dropped them', async () => {
      await undoUntilGone('pause_switched_sources');
      await dataSource.query('insert into switch_off values ($1, $2, $3, $4)', Object.values(OFF));
      await dataSource.query('alter table source_pace drop paused_at, drop pause_reason');
      await dataSource.runMigrations();
      expect(await pauses()).toEqual([PAUSED]);
    });

    it('of processes of the version before switches are switches at once, with their reason and their end', async () => {
      await dataSource.query('update source_pace set paused_at = $2, pause_reason = $3 where source_id = $1', [
        ...Object.values(PAUSED),
      ]);
      expect(await switches()).toEqual([OFF]);
      await dataSource.query(`update source_pace set pause_reason = 'for a week' where source_id = 1`);
      expect(await switches()).toEqual([{ ...OFF, reason: 'for a week' }]);
      await dataSource.query('update source_pace set paused_at = null, pause_reason = null');
      expect(await switches()).toEqual([]);
    });

    it('are set by switches of collection: of one source, of all, and of no other switch', async () => {
      const since = new Date('2026-11-21T08:00:00Z');
      await dataSource.query(`insert into switch_off values ('collection', 0, $1, null), ('replies', 2, $1, 'other')`, [
        since,
      ]);
      const ofAll = { paused_at: since, pause_reason: null };
      expect(await pauses()).toEqual([1, 2].map((source_id) => ({ source_id, ...ofAll })));
      await dataSource.query('insert into switch_off values ($1, $2, $3, $4)', Object.values(OFF));
      expect(await pauses()).toEqual([PAUSED, { source_id: 2, ...ofAll }]);
      await dataSource.query(`update switch_off set reason = 'for a week' where source_id = 1`);
      expect(await pauses()).toEqual([
        { ...PAUSED, pause_reason: 'for a week' },
        { source_id: 2, ...ofAll },
      ]);
      await dataSource.query('delete from switch_off where source_id = 0');
      expect(await pauses()).toEqual([{ ...PAUSED, pause_reason: 'for a week' }]);
      await dataSource.query(`delete from switch_off where switch = 'collection'`);
      expect(await pauses()).toEqual([]);
    });
  });

  it('is not changed if a newer version created it', async () => {
    const dataSource = await aDatabase();
    await dataSource.query("insert into schema_migration (timestamp, name) values (1, 'Reviews1999999999999')");
    await expect(migrate(connections.at(-1)!.database.url)).resolves.toEqual([]);
  });

  it('sets the bits of review.flags that the code reads', async () => {
    const [row] = await (
      await aDatabase()
    ).query<{ comment: string }[]>(
      `select col_description('review'::regclass, attnum) as comment from pg_attribute
       where attrelid = 'review'::regclass and attname = 'flags'`,
    );
    const bits = Object.entries(REVIEW_FLAGS).map(([flag, bit]) => `${bit} ${flag}`);
    expect(row?.comment).toBe(`Bits: ${bits.join(', ')}.`);
  });

  it('is described by docs/schema.md (npm run schema)', async () => {
    const migrated = await tablesOf(await aDatabase());
    const nameOf = (entity: unknown): string | undefined =>
      getMetadataArgsStorage().tables.find(({ target }) => target === entity)?.name;
    const document = schemaDocument(
      Object.entries(ENTITIES_BY_OWNER).map(([owner, entities]) => ({
        owner,
        tables: entities.flatMap((entity) => migrated.filter(({ name }) => name === nameOf(entity))),
      })),
    );
    if (process.env['HREV_WRITE_SCHEMA'] === '1') writeFileSync(DOCUMENT, document);
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(document);
  });

  it('has the keys with and without account_id that docs/operations/capacity.md lists (npm run schema)', async () => {
    const generated = shardDocument(await shardedTablesOf(await aDatabase()));
    const partOf = (page: string): string => /(?<=<!-- keys -->\n\n)[^]*(?=\n\n<!-- \/keys -->)/.exec(page)?.[0] ?? '';
    // The formatter aligns the columns of the table.
    const unaligned = (text: string): string => text.replaceAll(/ +\|/g, ' |').replaceAll(/-{3,}/g, '---');
    const page = readFileSync(CAPACITY, 'utf8');
    if (process.env['HREV_WRITE_SCHEMA'] === '1' && unaligned(partOf(page)) !== unaligned(generated))
      writeFileSync(
        CAPACITY,
        page.replace(partOf(page), () => generated),
      );
    expect(unaligned(partOf(readFileSync(CAPACITY, 'utf8')))).toBe(unaligned(generated));
  });

  it('divides reviews, their records and their counters by account as they are', async () => {
    const tables = await shardedTablesOf(await aDatabase());
    const large = ['link_month', 'link_stat', 'link_total', 'review', 'review_raw'];
    expect(tables.filter(({ name }) => large.includes(name))).toEqual(
      large.map((name) => ({ name, hasAccount: true, keys: [], references: [] })),
    );
  });
});
