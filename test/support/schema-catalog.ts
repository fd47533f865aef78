import type { DataSource } from 'typeorm';

/** A column as PostgreSQL describes it. */
export interface ColumnOfTable {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** Default, `identity`, or the expression of a generated column; null if there is none. */
  readonly filledBy: string | null;
  readonly comment: string | null;
}

/** A foreign key: the columns, and the table and columns that they reference. */
export interface ForeignKeyOfTable {
  readonly columns: readonly string[];
  readonly table: string;
  readonly definition: string;
}

export interface TableOfSchema {
  readonly name: string;
  readonly comment: string | null;
  readonly isUnlogged: boolean;
  readonly columns: readonly ColumnOfTable[];
  /** `primary key (…)`, `unique (…)` and `check (…)`. */
  readonly constraints: readonly { readonly name: string; readonly definition: string }[];
  readonly foreignKeys: readonly ForeignKeyOfTable[];
  /** The columns that other contexts may read, through the view `<table>_view`; empty without that view. */
  readonly viewed: readonly string[];
  /** Indexes that no constraint made. */
  readonly indexes: readonly { readonly name: string; readonly definition: string }[];
}

/** The tables of the schema `public`, sorted by name, as the catalog of PostgreSQL has them. */
export async function tablesOf(database: DataSource): Promise<readonly TableOfSchema[]> {
  const tables = await database.query<{ table: TableOfSchema }[]>(TABLES);
  return tables.map(({ table }) => table);
}

const COLUMNS = `
  select json_agg(json_build_object(
    'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isNullable', not a.attnotnull,
    'filledBy', case
      when a.attidentity = 'a' then 'identity'
      when a.attgenerated = 's' then 'generated: ' || pg_get_expr(d.adbin, d.adrelid)
      else pg_get_expr(d.adbin, d.adrelid) end,
    'comment', col_description(c.oid, a.attnum)) order by a.attnum)
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

const FOREIGN_KEYS = `
  select json_agg(json_build_object(
    'table', k.confrelid::regclass::text, 'definition', pg_get_constraintdef(k.oid),
    'columns', (
      select json_agg(a.attname order by n) from unnest(k.conkey) with ordinality u (number, n)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = u.number)) order by k.conname)
  from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'`;

const TABLES = `
  select json_build_object(
    'name', c.relname, 'comment', obj_description(c.oid), 'isUnlogged', c.relpersistence = 'u',
    'columns', (${COLUMNS}),
    'viewed', (
      select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
      where a.attrelid = to_regclass(c.relname || '_view') and a.attnum > 0),
    'constraints', coalesce((
      select json_agg(json_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid)) order by k.contype desc, k.conname)
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c')), '[]'),
    'foreignKeys', coalesce((${FOREIGN_KEYS}), '[]'),
    'indexes', coalesce((
      select json_agg(json_build_object('name', i.relname, 'definition', pg_get_indexdef(x.indexrelid)) order by i.relname)
      from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u'))
    ), '[]')) as "table"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('schema_migration', 'typeorm_metadata')
  order by c.relname`;
