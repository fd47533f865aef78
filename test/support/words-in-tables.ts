import type { Database } from '@libs/database';

/** The columns of all tables that contain the pattern in a text, in JSON or in bytes, as `table.column`. */
export async function wordsInAllTables(database: Database, pattern: RegExp): Promise<string[]> {
  const columns = await database.query<{ table: string; column: string; type: string }>(
    `select quote_ident(c.table_schema) || '.' || quote_ident(c.table_name) as table, quote_ident(c.column_name) as column, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`,
  );
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    // Bytes that are not text do not match.
    const text = type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`;
    const [row] = await database.query<{ n: number }>(`select count(*) as n from ${table} where ${text} ~* $1`, [
      pattern.source,
    ]);
    if ((row?.n ?? 0) > 0) found.push(`${table}.${column}`);
  }
  return found;
}
