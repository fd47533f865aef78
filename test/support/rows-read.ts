import type { Database } from '@libs/database';

/**
 * How many rows of a table PostgreSQL reads for `work`, by its own count: those that it finds by an index or walks over, whether
 * they are wanted or not. All in one transaction, which is taken back: `work` may write.
 */
export async function rowsRead(database: Database, table: string, work: () => Promise<unknown>): Promise<number> {
  const count = async (): Promise<number> => {
    const [row] = await database.query<{ n: number }>(
      `select seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables where relname = $1`,
      [table],
    );
    return row?.n ?? 0;
  };
  let read = 0;
  await database
    .transaction(async () => {
      const before = await count();
      await work();
      read = (await count()) - before;
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  return read;
}

class TakenBack extends Error {}

/** The same work as often as it takes PostgreSQL to make a plan for any values of a prepared statement. */
export async function planned(work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < 7; time += 1) await work();
}
