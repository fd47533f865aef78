import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The counters by rating and flags, and those by month, count by language too. */
export class ReviewsByLanguage1796000000210 implements MigrationInterface {
  readonly name = 'ReviewsByLanguage1796000000210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LOCK_WRITERS);
    for (const { table } of BY_LANGUAGE)
      await runner.query(
        `alter table ${table} drop constraint ${table}_pkey,
           add constraint ${table}_pkey primary key using index ${table}_by_language`,
      );
    await runner.query(counting(BY_LANGUAGE));
    await runner.query(recounting(BY_LANGUAGE));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(LOCK_WRITERS);
    await runner.query(recounting(FORMER));
    for (const { table, key, counts } of FORMER) {
      const [keys, names] = [Object.keys(key).join(', '), ['source_id', ...Object.keys(counts)]];
      await runner.query(`
        alter table ${table} drop constraint ${table}_pkey;
        create temporary table former on commit drop as
          select ${keys}, ${names.map((name) => `${name === 'source_id' ? 'min' : 'sum'}(${name}) as ${name}`).join(', ')}
          from ${table} group by ${keys};
        delete from ${table};
        insert into ${table} (${keys}, ${names.join(', ')}) select * from former;
        drop table former;
        alter table ${table} add constraint ${table}_pkey primary key (${keys});
        create unique index ${table}_by_language on ${table} (${keys}, language);
      `);
    }
    await runner.query(counting(FORMER));
  }
}

/**
 * Waits for the writers of reviews, and lets the next ones wait before their triggers begin: a trigger that has begun continues with its former
 * function, which fails on the new keys.
 */
const LOCK_WRITERS = 'lock table review in share row exclusive mode';

/** A table of counters. */
interface Counter {
  readonly table: string;
  /** The key columns, each with its expression over a review. */
  readonly key: Readonly<Record<string, string>>;
  /** The counter columns, each with its aggregate over the reviews of a key. */
  readonly counts: Readonly<Record<string, string>>;
}


/** Sums `d` (1 for a row that is counted, -1 for one that is removed) over the rows whose flags `mask` are `value`. */
const sumOf = (mask: number, value = 0): string => `coalesce(sum(d) filter (where flags & ${mask} = ${value}), 0)`;

/** The counters by rating and flags, and by month, as `Reviews1795800000130` creates them. */
const FORMER: readonly Counter[] = [
  {
    table: 'link_stat',
    key: {
      account_id: 'account_id',
      object_id: 'object_id',
      link_id: 'link_id',
      rating: 'coalesce(rating, 0)',
      flags: 'flags',
    },
    counts: { n: 'coalesce(sum(d), 0)' },
  },
  {
    table: 'link_month',
    key: {
      account_id: 'account_id',
      object_id: 'object_id',
      month: `coalesce(date_trunc('month', review_date)::date, '-infinity')`,
      link_id: 'link_id',
      rating: 'coalesce(rating, 0)',
    },
    counts: { n: sumOf(16), n_text: sumOf(17, 1), n_images: sumOf(18, 2), n_reply: sumOf(24, 8), n_feed: sumOf(112) },
  },
];
const BY_LANGUAGE = FORMER.map((counter): Counter => ({ ...counter, key: { ...counter.key, language: 'language' } }));

const TOTALS: Counter = {
  table: 'link_total',
  key: { account_id: 'account_id', object_id: 'object_id', link_id: 'link_id' },
  counts: { n: sumOf(16), n_shown: sumOf(48), n_feed: sumOf(112) },
};

/** The columns of a review that the counters need. */
const columnsOf = (counters: readonly Counter[]): string =>
  `account_id, object_id, link_id, source_id, rating, flags, review_date${counters === BY_LANGUAGE ? ', language' : ''}`;

/** SQL that replaces the views of the correct counters. */
function recounting(counters: readonly Counter[]): string {
  const reviews = `select ${columnsOf(counters)}, 1 as d from review`;
  const views = counters.map(
    (counter) => `drop view ${counter.table}_recount; create view ${counter.table}_recount as ${counted(counter, reviews)};`,
  );
  return views.join('\n');
}

/** SQL that replaces the functions of the triggers. All writers lock the tables in this order, that of the totals last. */
function counting(counters: readonly Counter[]): string {
  const columns = columnsOf(counters);
  const [added, removed] = [`select ${columns}, 1 as d from added`, `select ${columns}, -1 as d from removed`];
  const changes = { insert: added, update: `${added} union all ${removed}`, delete: removed };
  return Object.entries(changes)
    .map(
      ([operation, reviews]) => `
        create or replace function review_count_${operation}() returns trigger language plpgsql as $$
        begin
          ${[...counters, TOTALS].map((counter) => applyTo(counter, reviews)).join('\n')}
          return null;
        end $$;`,
    )
    .join('');
}

/** SQL that counts the rows of `reviews`, each `d` times, by the key of the counter. */
function counted({ key, counts }: Counter, reviews: string): string {
  const named = Object.entries({ ...key, source_id: 'min(source_id)', ...counts }).map(([name, sql]) => `${sql} as ${name}`);
  return `select ${named.join(', ')} from (${reviews}) c group by ${Object.values(key).join(', ')}`;
}

/** Changes are applied in key order, so that two writers never deadlock. */
function applyTo(counter: Counter, reviews: string): string {
  const [key, counts] = [Object.keys(counter.key), Object.keys(counter.counts)];
  return `insert into ${counter.table} as t (${[...key, 'source_id', ...counts].join(', ')})
      select * from (${counted(counter, reviews)}) change
      where ${counts.map((name) => `${name} <> 0`).join(' or ')}
      order by ${key.join(', ')}
      on conflict (${key.join(', ')}) do update
        set ${counts.map((name) => `${name} = t.${name} + excluded.${name}`).join(', ')};`;
}
