import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { MONTH_COUNTERS, TOTAL_COUNTERS } from '../../domain/review-counters';

export const COUNTER_TABLES = ['link_stat', 'link_month', 'link_total'] as const;
export type CounterTable = (typeof COUNTER_TABLES)[number];

interface TableShape {
  readonly key: readonly string[];
  readonly counters: readonly string[];
}

/** The columns of each table. The view with the suffix `_recount` computes the same columns from the reviews. */
const SHAPES: Readonly<Record<CounterTable, TableShape>> = {
  link_stat: { key: ['object_id', 'link_id', 'rating', 'flags', 'language'], counters: ['n'] },
  link_month: {
    key: ['object_id', 'month', 'link_id', 'rating', 'language'],
    counters: MONTH_COUNTERS,
  },
  link_total: { key: ['object_id', 'link_id'], counters: [...TOTAL_COUNTERS, 'n_imported'] },
};

/** Compares the counters with the reviews, and recounts them. */
@Injectable()
export class CounterStore {
  constructor(private readonly database: Database) {}

  /** Returns the ids of all accounts (null), or `accountId`; empty if it does not exist. */
  async accounts(accountId: number | null): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      'select id from account_view where $1::bigint is null or id = $1 order by id',
      [accountId],
    );
    return rows.map((row) => row.id);
  }

  /**
   * How many counters differ from a recount. One statement reads reviews and counters in one snapshot, so no lock is needed. A
   * counter of 0 and a missing counter are equal.
   */
  async mismatches(accountId: number, table: CounterTable): Promise<number> {
    const { key, counters } = SHAPES[table];
    const isNonZero = counters.map((counter) => `${counter} <> 0`).join(' or ');
    const columns = ['source_id', ...counters];
    const differ = columns.map((column) => `counted.${column} is distinct from stored.${column}`).join(' or ');
    return this.withoutTimeout(async () => {
      const [row] = await this.database.query<{ n: number }>(
        `select count(*) as n from (select * from ${table}_recount where account_id = $1 and (${isNonZero})) counted
         full join (select * from ${table} where account_id = $1 and (${isNonZero})) stored using (${key.join(', ')})
         where ${differ}`,
        [accountId],
      );
      return row?.n ?? 0;
    });
  }

  /** Recounts an account. Writers of reviews of all accounts are blocked until the commit. */
  async rebuild(accountId: number): Promise<void> {
    await this.withoutTimeout(async () => {
      // The triggers lock the tables in the same order; another order could deadlock.
      await this.database.query(`lock table ${COUNTER_TABLES.join(', ')} in share row exclusive mode`);
      for (const table of COUNTER_TABLES) {
        const { key, counters } = SHAPES[table];
        const columns = ['account_id', 'source_id', ...key, ...counters].join(', ');
        await this.database.query(`delete from ${table} where account_id = $1`, [accountId]);
        await this.database.query(
          `insert into ${table} (${columns}) select ${columns} from ${table}_recount where account_id = $1`,
          [accountId],
        );
      }
    });
  }

  /** Reading all reviews of an account takes longer than the statement timeout. */
  private withoutTimeout<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.database.query('set local statement_timeout = 0');
      return work();
    });
  }
}
