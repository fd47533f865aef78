import type { Database } from './database';
import { isCanceled } from './passing-faults';

/** One thing that must not be in the data. */
export interface DataCheck {
  /** What a row of `sql` is, in the plural, such as "reviews without a link". */
  readonly faults: string;
  /** Selects one row per fault, with columns that identify it. Without parameters, and read-only. */
  readonly sql: string;
}

/** Rows that are removed after a time. */
export interface KeptRows {
  /** What they are, in the plural. */
  readonly rows: string;
  readonly table: string;
  /** Columns that identify a row. */
  readonly key: string;
  /** The column whose time counts. */
  readonly since: string;
  readonly days: number;
}

/** Rounds that remove rows are hours apart at most, so rows are overdue after a further day. */
const OVERDUE_AFTER_DAYS = 1;

/** A check for rows that are kept for longer than they should be (docs/operations/retention.md). */
export function overdueRows({ rows, table, key, since, days }: KeptRows): DataCheck {
  return {
    faults: `${rows} older than ${days} d`,
    sql: `select ${key}, ${since} from ${table} where ${since} < now() - interval '${days + OVERDUE_AFTER_DAYS} days'`,
  };
}

/** The result of a check. */
export interface DataFinding {
  readonly faults: string;
  /** Number of faults, at most `FAULTS_COUNTED`; null if the check did not end in its time. */
  readonly count: number | null;
  /** The first fault, as JSON; null if there is none. */
  readonly example: string | null;
}

export const FAULTS_COUNTED = 1_000;

/**
 * Runs each check in a read-only transaction. A check that takes longer than `limitMs` is canceled, and so are those that would begin
 * after `totalMs`.
 */
export async function runDataChecks(
  database: Database,
  checks: readonly DataCheck[],
  { limitMs, totalMs }: { readonly limitMs: number; readonly totalMs: number },
): Promise<readonly DataFinding[]> {
  const deadline = performance.now() + totalMs;
  const findings: DataFinding[] = [];
  for (const check of checks)
    findings.push(
      performance.now() < deadline
        ? await runDataCheck(database, check, limitMs)
        : { faults: check.faults, count: null, example: null },
    );
  return findings;
}

async function runDataCheck(database: Database, { faults, sql }: DataCheck, limitMs: number): Promise<DataFinding> {
  try {
    const rows = await database.snapshot(async () => {
      await database.query(`select set_config('statement_timeout', $1, true)`, [String(limitMs)]);
      return database.query<{ fault: string }>(
        `select row_to_json(f)::text as fault from (${sql}) f limit ${FAULTS_COUNTED}`,
      );
    });
    return { faults, count: rows.length, example: rows[0]?.fault ?? null };
  } catch (error) {
    if (!isCanceled(error)) throw error;
    return { faults, count: null, example: null };
  }
}

interface ForeignKey {
  readonly child: string;
  readonly parent: string;
  readonly pairs: readonly { readonly child: string; readonly parent: string }[];
}

/**
 * One check for each foreign key: rows whose parent is missing. PostgreSQL prevents them, except in a restore of single tables, with
 * disabled triggers, and after damage to an index.
 */
export async function foreignKeyChecks(database: Database): Promise<readonly DataCheck[]> {
  const keys = await database.query<ForeignKey>(
    `select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
       (select json_agg(json_build_object('child', quote_ident(a.attname), 'parent', quote_ident(b.attname)) order by k.n)
        from unnest(c.conkey, c.confkey) with ordinality k (child, parent, n)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.child
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.parent) as pairs
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1, c.conname`,
  );
  return keys.map(({ child, parent, pairs }) => ({
    // A table may refer to another one by several columns.
    faults: `rows of ${child} without their ${parent} (${pairs.map((pair) => pair.child).join(', ')})`,
    sql: `select ${pairs.map((pair) => `c.${pair.child}`).join(', ')} from ${child} c
      where ${pairs.map((pair) => `c.${pair.child} is not null`).join(' and ')}
        and not exists (select from ${parent} p where ${pairs.map((pair) => `p.${pair.parent} = c.${pair.child}`).join(' and ')})`,
  }));
}

/** Sequences that would give out an id that a row has already; one check for each. An unused sequence gives out `last_value` itself. */
export async function sequenceChecks(database: Database): Promise<readonly DataCheck[]> {
  const rows = await database.query<{ sequence: string; owner: string; name: string }>(
    `select s.oid::regclass::text as sequence, d.refobjid::regclass::text as owner, quote_ident(a.attname) as name
     from pg_class s join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
     join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace order by 2`,
  );
  return rows.map(({ sequence, owner, name }) => ({
    faults: `ids of ${owner} above their sequence`,
    sql: `select m.newest, s.last_value from (select max(${name}) as newest from ${owner}) m, ${sequence} s
      where m.newest > s.last_value or (m.newest = s.last_value and not s.is_called)`,
  }));
}

/** Parts of the schema that do not do their work. */
export const SCHEMA_CHECKS: readonly DataCheck[] = [
  {
    faults: 'triggers that are switched off',
    sql: `select tgrelid::regclass::text as "table", tgname as "trigger" from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and tgenabled = 'D'`,
  },
  {
    faults: 'indexes that are invalid',
    sql: `select indexrelid::regclass::text as "index" from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and not (indisvalid and indisready)`,
  },
  {
    faults: 'constraints that were not validated',
    sql: `select conrelid::regclass::text as "table", conname as "constraint" from pg_constraint
      where connamespace = 'public'::regnamespace and not convalidated`,
  },
];
