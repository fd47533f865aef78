/**
 * Returns statements that store descriptions of a table and its columns in the database. `psql` and docs/schema.md show them. A
 * column with a self-explanatory name has no description.
 */
export function describeTable(table: string, about: string, columns: Readonly<Record<string, string>> = {}): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  return [
    `comment on table ${table} is ${quoted(about)}`,
    ...Object.entries(columns).map(([column, text]) => `comment on column ${table}.${column} is ${quoted(text)}`),
  ].join(';\n');
}
