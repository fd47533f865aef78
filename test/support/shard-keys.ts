/**
 * What stands between the schema and tables that are distributed by account: keys and foreign keys without `account_id`. A partitioned
 * table, and a distributed one of Citus, enforces only keys that contain the column by which it is divided.
 */
import type { DataSource } from 'typeorm';

export interface ShardedTable {
  readonly name: string;
  readonly hasAccount: boolean;
  /** Unique keys without `account_id`: `id`, `object_id, source_id where …`. */
  readonly keys: readonly string[];
  /** Foreign keys without `account_id`: `source_id → source`. */
  readonly references: readonly string[];
}

/** The tables of the schema `public`, sorted by name, as the catalog of PostgreSQL has them. */
export async function shardedTablesOf(database: DataSource): Promise<readonly ShardedTable[]> {
  return database.query<ShardedTable[]>(`
    select c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as "hasAccount",
      coalesce((
        select json_agg(keys.columns || keys.condition order by keys.is_primary desc, keys.columns) from (
          select x.indisprimary as is_primary, case when x.indpred is null then '' else ' (partial)' end as condition,
            (select string_agg(pg_get_indexdef(x.indexrelid, n, true), ', ' order by n) from generate_series(1, x.indnkeyatts) n) as columns
          from pg_index x where x.indrelid = c.oid and x.indisunique) keys
        where 'account_id' <> all (string_to_array(keys.columns, ', '))), '[]') as keys,
      coalesce((
        select json_agg(parts.columns || ' → ' || parts.target order by parts.columns) from (
          select k.confrelid::regclass::text as target,
            (select string_agg(a.attname, ', ' order by n) from unnest(k.conkey) with ordinality u (number, n)
             join pg_attribute a on a.attrelid = c.oid and a.attnum = u.number) as columns
          from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') parts
        where 'account_id' <> all (string_to_array(parts.columns, ', '))), '[]') as references
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('schema_migration', 'typeorm_metadata')
    order by c.relname`);
}

const code = (name: string): string => `\`${name}\``;
const list = (names: readonly string[]): string => names.map(code).join(', ');

/** The part of docs/operations/capacity.md between its markers: which tables can be divided by account as they are. */
export function shardDocument(tables: readonly ShardedTable[]): string {
  const owned = tables.filter((table) => table.hasAccount);
  const isReady = ({ keys, references }: ShardedTable): boolean => keys.length + references.length === 0;
  const [ready, others] = [owned.filter(isReady), owned.filter((table) => !isReady(table))];
  const rows = others.map(({ name, keys, references }) => `| ${code(name)} | ${list(keys)} | ${list(references)} |`);
  return [
    `**In every key** (${ready.length} tables): ${list(ready.map(({ name }) => name))}.`,
    '',
    `**Not in every key** (${others.length} tables):`,
    '',
    '| table | keys without `account_id` | references without it |',
    '| --- | --- | --- |',
    ...rows,
    '',
    `**No \`account_id\`** (${tables.length - owned.length} tables): ${list(tables.filter((table) => !table.hasAccount).map(({ name }) => name))}.`,
  ].join('\n');
}
