import type { Database } from '@libs/database';

/**
 * Returns how many rows of a table PostgreSQL reads for `work`, by its statistics: rows found by an index and rows read in
 * sequential scans, including those that a filter removes. Everything runs in one transaction that is rolled back, so `work` may
 * write.
 */
export async function rowsRead(database: Database, table: string, work: () => Promise<unknown>): Promise<number> {
  const count = async (): Promise<number> => {
    const [row] = await database.query<{ n: number }>(
      `select seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables where relname = $1`,
      [table],
    );
    return row?.n ?? 0;
  };
  let rowCount = 0;
  await database
    .transaction(async () => {
      const before = await count();
      await work();
      rowCount = (await count()) - before;
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return rowCount;
}

class RolledBack extends Error {}

/** Repeats `work` until PostgreSQL uses the generic plan of its prepared statements. */
export async function planned(work: () => Promise<unknown>): Promise<void> {
  for (let call = 0; call < 7; call += 1) await work();
}
