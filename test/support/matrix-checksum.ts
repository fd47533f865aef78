/** Checksums of the content of the database, to show that a request changed nothing. */
import type { Database } from '@libs/database';

/** Tables that change over time, or with every request that has a key, even if it is refused. */
const NOT_CONTENT = new Set([
  'api_key_use',
  'encryption_key_holder',
  'request_log',
  'request_log_left_out',
  'request_window',
  'running_process',
  'schema_migration',
]);

interface Table {
  readonly name: string;
  readonly hasAccount: boolean;
}

/**
 * Rows and content of every table, as `table: count digest` lines. The tables of the queue are left out: they contain wake-ups
 * only, and an earlier wake-up may arrive at any time.
 */
export async function wholeChecksum(database: Database): Promise<readonly string[]> {
  const tables = await tablesOf(database);
  return digests(
    database,
    tables.map(({ name }) => ({ name, where: 'true' })),
  );
}

/** Count and digest of the rows of one account in every table, in the same form. */
export async function accountChecksum(database: Database, accountId: number): Promise<readonly string[]> {
  const tables = await tablesOf(database);
  const own = tables
    .filter((table) => table.hasAccount)
    .map(({ name }) => ({ name, where: `account_id = ${accountId}` }));
  return digests(database, [...own, { name: 'account', where: `id = ${accountId}` }]);
}

async function tablesOf(database: Database): Promise<readonly Table[]> {
  const tables = await database.query<Table>(
    `select t.table_name as name, exists (select 1 from information_schema.columns c where c.table_schema = 'public'
       and c.table_name = t.table_name and c.column_name = 'account_id') as "hasAccount"
     from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`,
  );
  return tables.filter((table) => !NOT_CONTENT.has(table.name));
}

async function digests(
  database: Database,
  parts: readonly { readonly name: string; readonly where: string }[],
): Promise<readonly string[]> {
  const selects = parts.map(
    ({
      name,
      where,
    }) => `select '${name}: ' || count(*) || ' ' || coalesce(md5(string_agg(line, '|' order by line)), '') as line
      from (select ${name === 'api_key' ? "(to_jsonb(t) - 'last_used_at' - 'last_used_ip')::text" : 't::text'} as line from ${name} t where ${where}) lines`,
  );
  const rows = await database.query<{ line: string }>(selects.join(' union all '));
  return rows.map((row) => row.line).sort();
}
