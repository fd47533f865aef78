/** Statistics of PostgreSQL that make it estimate wrong numbers of rows. */
import type { Database } from '@libs/database';

/** Statistics of a column, as `analyze` has found them. */
interface ColumnStatistics {
  readonly table: string;
  readonly column: string;
  /** The share of nulls. */
  readonly nulls: number;
  readonly width: number;
  /** Distinct values. */
  readonly n: number;
}

/** Replaces the statistics of all tables. `analyzed` are the true ones. */
export type SetStatistics = (database: Database, analyzed: readonly ColumnStatistics[]) => Promise<unknown>;

const TABLES = `pg_class c where c.relnamespace = 'public'::regnamespace`;
const COLUMNS = `pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

/** As before the first \`analyze\`. */
const clearStatistics = async (database: Database): Promise<void> => {
  await database.query(
    `select pg_clear_relation_stats('public', c.relname::text) from ${TABLES} and c.relkind in ('r', 'i')`,
  );
  await database.query(
    `select pg_clear_attribute_stats('public', c.relname::text, a.attname::text, false) from ${COLUMNS}`,
  );
};

/** What the statistics say. */
interface Said {
  /** Rows of each table; its true number of blocks. 'one': one row in one block, as when the table was new. */
  readonly rows: number | 'one';
  /** Distinct values by column, or by table and column; -1: each row has another one. Other columns: as analyzed. */
  readonly distinct: Readonly<Record<string, number>>;
}

/** Analyzes all tables. */
export async function analyze(database: Database): Promise<readonly ColumnStatistics[]> {
  const [tables] = await database.query<{ names: string }>(
    `select string_agg(c.relname, ', ') as names from ${TABLES} and c.relkind = 'r'`,
  );
  await database.query(`analyze ${tables?.names ?? ''}`);
  return database.query<ColumnStatistics>(
    `select tablename as "table", attname as "column", null_frac as nulls, avg_width as width, n_distinct as n
     from pg_stats join ${TABLES.replace('where', 'on c.relname = tablename and')} and c.relkind = 'r' where schemaname = 'public'`,
  );
}

/** Statistics of other data: the true ones, except for the numbers of rows and of distinct values, and without frequent values. */
const statisticsOf =
  ({ rows, distinct }: Said): SetStatistics =>
  async (database, analyzed) => {
    await clearStatistics(database);
    await database.query(
      `select pg_restore_relation_stats('version', 180000, 'schemaname', 'public'::text, 'relname', c.relname::text,
         'relpages', case when $1 = 1 then 1 else (pg_relation_size(c.oid) / 8192)::int end, 'reltuples', $1::real)
       from ${TABLES} and c.relkind in ('r', 'i') and pg_relation_size(c.oid) > 0`,
      [rows === 'one' ? 1 : rows],
    );
    await restoreColumns(
      database,
      analyzed.map((one) => ({ ...one, n: distinct[`${one.table}.${one.column}`] ?? distinct[one.column] ?? one.n })),
    );
  };

function restoreColumns(database: Database, columns: readonly ColumnStatistics[]): Promise<unknown> {
  return database.query(
    `select pg_restore_attribute_stats('version', 180000, 'schemaname', 'public'::text, 'relname', x."table", 'attname', x."column",
       'inherited', false, 'null_frac', x.nulls, 'avg_width', x.width, 'n_distinct', x.n)
     from json_to_recordset($1::json) x ("table" text, "column" text, nulls real, width int, n real)`,
    [JSON.stringify(columns)],
  );
}

/** Statistics of a time before the rows of these accounts were inserted: all rows belong to other accounts. */
const analyzedBefore: SetStatistics = async (database) => {
  await analyze(database);
  await database.query(
    `select pg_restore_attribute_stats('version', 180000, 'schemaname', 'public'::text, 'relname', c.relname::text, 'attname', 'account_id',
       'inherited', false, 'n_distinct', 2::real, 'most_common_vals', '{900001,900002}'::text, 'most_common_freqs', '{0.5,0.5}'::real[])
     from ${COLUMNS} and a.attname = 'account_id'
       and exists (select from pg_stats s where s.schemaname = 'public' and s.tablename = c.relname and s.attname = 'account_id')`,
  );
};

/** Three million reviews of a thousand accounts with ten thousand links. The planner multiplies the shares: one row for each link. */
const INSTALLATION = {
  ...{ account_id: 1_000, link_id: 10_000, object_id: 10_000, source_id: 40 },
  ...{ external_id: -1, id: -1, review_id: -1, review_external_id: -1 },
};
const ROWS_OF_LINKS = ['review', 'review_road', 'review_reply', 'run_link', 'run_fact', 'outbox', 'webhook_delivery'];
const ofOneLink = Object.fromEntries(
  ROWS_OF_LINKS.flatMap((table) =>
    ['account_id', 'link_id', 'object_id', 'webhook_id'].map((column) => [`${table}.${column}`, 1]),
  ),
);
const EACH_ROW = { account_id: -1, link_id: -1, object_id: -1, webhook_id: -1, run_id: -1 };

/** By what they say. */
export const HOSTILE: Readonly<Record<string, SetStatistics>> = {
  'never analyzed': clearStatistics,
  'just analyzed': analyze,
  'analyzed before the account had rows': analyzedBefore,
  'three million rows of a thousand accounts': statisticsOf({ rows: 3_000_000, distinct: INSTALLATION }),
  'three million rows, one for each link': statisticsOf({
    rows: 3_000_000,
    distinct: { ...INSTALLATION, link_id: -1, object_id: -1 },
  }),
  'three million rows of one link': statisticsOf({ rows: 3_000_000, distinct: { ...INSTALLATION, ...ofOneLink } }),
  'one row, as when the tables were new': statisticsOf({ rows: 'one', distinct: EACH_ROW }),
};
