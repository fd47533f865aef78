// cspell:ignore connamespace
import { Logger } from '@nestjs/common';
import type { Database } from '@libs/database';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { insertReview } from '@test/support/review-factory';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { AccountErasure } from './account-erasure.service';
import { ErasureStore } from './persistence/erasure.store';

interface ColumnFacts {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** Tables whose rows belong to the installation. */
const OF_THE_INSTALLATION = [
  'account',
  'encryption_key',
  'encryption_key_holder',
  'field_hour',
  'outbox_lease',
  'passkey_challenge',
  'request_window',
  'running_process',
  'schema_migration',
  'sign_in_window',
  'source',
  'source_alarm',
  'source_event',
  'source_hour',
  'source_oauth_client',
  'source_pace',
  'source_sample',
  'switch_off',
  'unread_hour',
  'webhook_worker',
];

/** A value of every type. All ids of an account have the same number, so that every reference between its rows holds. */
function valueOf(type: string, id: number): string {
  if (type.endsWith('[]')) return `'{}'::${type}`;
  if (/^(smallint|integer|bigint|numeric|double precision|real)/.test(type)) return String(id);
  if (/^(timestamp|date)/.test(type)) return `'2026-01-01'::${type}`;
  if (type === 'boolean') return 'false';
  if (type === 'jsonb' || type === 'json') return `'{}'::${type}`;
  if (type === 'bytea') return `sha256('${id}')`;
  if (type === 'uuid') return `md5('${id}')::uuid`;
  return `'${id}'::${type}`;
}

describe('the erasure of closed accounts (contract §4.15)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let erasure: AccountErasure;
  let columns: readonly ColumnFacts[];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    fixture = await storeFixture();
    database = fixture.database;
    const trail = new AuditTrail(new AuditStore(database));
    erasure = new AccountErasure(database, new ErasureStore(database), trail);
    columns = await database.query<ColumnFacts>(
      `select c.relname::text as "table", a.attname::text as "column", format_type(a.atttypid, a.atttypmod) as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by 1, a.attnum`,
    );
    const checks = await database.query<{ table: string; name: string }>(
      `select conrelid::regclass::text as "table", conname as name from pg_constraint
       where contype = 'c' and connamespace = current_schema()::regnamespace`,
    );
    for (const { table, name } of checks) await database.query(`alter table ${table} drop constraint "${name}"`);
  });
  afterAll(() => fixture?.close());

  const tables = (): readonly string[] => [...new Set(columns.map(({ table }) => table))];
  const isOfAccounts = (table: string): boolean => !OF_THE_INSTALLATION.includes(table);

  /** Inserts a row of this account into every table. */
  const fill = async (id: number, closedDaysAgo: number): Promise<void> => {
    await database.transaction(async () => {
      await database.query(`select set_config('session_replication_role', 'replica', true)`);
      for (const table of tables().filter((name) => name === 'account' || isOfAccounts(name))) {
        const own = columns.filter((one) => one.table === table);
        await database.query(
          `insert into "${table}" (${own.map(({ column }) => `"${column}"`).join(', ')}) overriding system value
           values (${own.map(({ type }) => valueOf(type, id)).join(', ')})`,
        );
      }
      await database.query(`update account set closed_at = clock_timestamp() - $2 * interval '1 day' where id = $1`, [
        id,
        closedDaysAgo,
      ]);
    });
  };
  /** The tables that still have a row with this number in any column. */
  const tablesWith = async (id: number): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const table of tables()) {
      const rows = await database.query<{ row: string }>(`select t::text as row from "${table}" t`);
      if (rows.some(({ row }) => new RegExp(`[(,]${id}[,)]`).test(row))) found.push(table);
    }
    return found.filter((name) => name !== 'audit_entry');
  };

  it('leaves no row of the account in any table, and every row of another account', async () => {
    await fill(7001, 31);
    await fill(7002, 29);
    const all = tables().filter((name) => name === 'account' || isOfAccounts(name));
    const filled = await tablesWith(7002);
    expect(all.filter((name) => name !== 'audit_entry' && !filled.includes(name))).toEqual([]);
    expect(await erasure.run(new AbortController().signal)).toEqual([7001]);
    expect(await tablesWith(7001)).toEqual([]);
    expect(await tablesWith(7002)).toEqual(filled);
    expect(
      await database.query(
        'select account_id as of, action, target_id as id, before, after from audit_entry order by at',
      ),
    ).toEqual([
      expect.objectContaining({ of: 7002 }),
      { of: null, action: 'account.erased', id: 7001, before: null, after: null },
    ]);
  });

  it('keeps a person who belongs to another account, and an operator', async () => {
    await fill(7003, 31);
    await fill(7004, 31);
    await database.query('insert into membership (account_id, person_id, role) values (7002, 7003, $1)', ['viewer']);
    await database.query('update person set is_operator = true where id = 7004');
    expect(await erasure.run(new AbortController().signal)).toEqual([7003, 7004]);
    expect(await database.query('select id from person where id in (7003, 7004) order by id')).toEqual([
      { id: 7003 },
      { id: 7004 },
    ]);
    expect(await database.query('select account_id from membership where person_id = 7003')).toEqual([
      { account_id: 7002 },
    ]);
    expect(
      await database.query('select person_id from session where person_id in (7003, 7004) order by 1'),
    ).toHaveLength(2);
  });

  it('erases in batches, and continues an interrupted erasure in the next round', async () => {
    await fill(7005, 31);
    await database.query(
      `insert into notice (account_id, kind, subject, body) select 7005, 'k', 's', 'b' from generate_series(1, 2500)`,
    );
    const stop = new AbortController();
    const store = new ErasureStore(database);
    const batches: number[] = [];
    const eraseBatch = store.eraseBatch.bind(store);
    store.eraseBatch = async (table, accountId) => {
      const rows = await eraseBatch(table, accountId);
      if (table === 'notice' && batches.push(rows) === 2) stop.abort();
      return rows;
    };
    const trail = new AuditTrail(new AuditStore(database));
    const interrupted = new AccountErasure(database, store, trail);
    expect(await interrupted.run(stop.signal)).toEqual([]);
    expect(batches).toEqual([1_000, 1_000]);
    expect(await database.query('select from account where id = 7005')).toHaveLength(1);
    expect(await erasure.run(new AbortController().signal)).toEqual([7005]);
    expect(await tablesWith(7005)).toEqual([]);
  });

  it('erases an account whose first change was that of a folder', async () => {
    const { accountId, objectId, ...link } = await aLink(database);
    const [folder] = await database.query<{ id: number }>(
      `insert into folder (account_id, name) values ($1, 'F') returning id`,
      [accountId],
    );
    // Both the first change of the account and the erasure write a change of the folder.
    await database.query('insert into folder_object values ($1, $2, $3)', [accountId, folder?.id, objectId]);
    await insertReview(database, { accountId, objectId, ...link, externalId: 'one', text: 'Words' });
    expect(
      await database.query('select change_seq as n from sync_scope_change where account_id = $1', [accountId]),
    ).toEqual([{ n: 1 }]);
    await database.query(`update account set closed_at = now() - interval '31 days' where id = $1`, [accountId]);
    expect(await erasure.run(new AbortController().signal)).toEqual([accountId]);
  });

  it('erases nothing of an account that is resumed meanwhile', async () => {
    await fill(7006, 31);
    await database.query('update account set closed_at = null where id = 7006');
    expect(await erasure.run(new AbortController().signal)).toEqual([]);
    expect((await tablesWith(7006)).length).toBeGreaterThan(20);
  });
});
