import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

export const ROLLUPS = ['link_stat', 'link_month', 'link_total'] as const;
export type Rollup = (typeof ROLLUPS)[number];

interface RollupShape {
  readonly key: readonly string[];
  readonly counters: readonly string[];
}

/** The columns of each rollup. The view of its name and `_recount` counts the same columns from the reviews. */
const SHAPES: Readonly<Record<Rollup, RollupShape>> = {
  link_stat: { key: ['object_id', 'link_id', 'rating', 'flags'], counters: ['n'] },
  link_month: {
    key: ['object_id', 'month', 'link_id', 'rating'],
    counters: ['n', 'n_text', 'n_images', 'n_reply', 'n_feed'],
  },
  link_total: { key: ['object_id', 'link_id'], counters: ['n', 'n_shown', 'n_feed'] },
};

/** The counters of reviews, held against the reviews themselves. */
@Injectable()
export class RollupStore {
  constructor(private readonly database: Database) {}

  /** All accounts, or the one; empty where there is no such account. */
  async accounts(accountId: number | null): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      'select id from account where $1::bigint is null or id = $1 order by id',
      [accountId],
    );
    return rows.map((row) => row.id);
  }

  /**
   * How many counters differ from a recount. One statement sees reviews and counters at one moment, so writers need not
   * wait. A counter of nothing and a missing one are the same.
   */
  async mismatches(accountId: number, rollup: Rollup): Promise<number> {
    const { key, counters } = SHAPES[rollup];
    const isSomething = counters.map((counter) => `${counter} <> 0`).join(' or ');
    const columns = ['source_id', ...counters];
    const differ = columns.map((column) => `counted.${column} is distinct from stored.${column}`).join(' or ');
    return this.patiently(async () => {
      const [row] = await this.database.query<{ n: number }>(
        `select count(*) as n from (select * from ${rollup}_recount where account_id = $1 and (${isSomething})) counted
         full join (select * from ${rollup} where account_id = $1 and (${isSomething})) stored using (${key.join(', ')})
         where ${differ}`,
        [accountId],
      );
      return row?.n ?? 0;
    });
  }

  /** Counts an account anew. Nobody changes a review of any account meanwhile: writers wait for the commit. */
  async rebuild(accountId: number): Promise<void> {
    await this.patiently(async () => {
      // In the order in which the triggers take them, so that no two wait for each other.
      await this.database.query(`lock table ${ROLLUPS.join(', ')} in share row exclusive mode`);
      for (const rollup of ROLLUPS) {
        const { key, counters } = SHAPES[rollup];
        const columns = ['account_id', 'source_id', ...key, ...counters].join(', ');
        await this.database.query(`delete from ${rollup} where account_id = $1`, [accountId]);
        await this.database.query(
          `insert into ${rollup} (${columns}) select ${columns} from ${rollup}_recount where account_id = $1`,
          [accountId],
        );
      }
    });
  }

  /** Reading every review of an account takes longer than a request may. */
  private patiently<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.database.query('set local statement_timeout = 0');
      return work();
    });
  }
}
