import type { Database } from '@libs/database';

/** More change numbers than any account gives out in the time that a restore takes back. */
const CHANGE_LEAP = 1_000_000_000;
const BATCH = 500;

/**
 * Makes every sync cursor of before a restore invalid, so that its reader begins again with a snapshot (contract §4.4.1): a copy may
 * have changes that the restore has taken back. Raises the change number of each account beyond every number that was given out, and
 * records for each object that reviews were lost. Returns the number of objects.
 */
export async function endCursors(database: Database): Promise<number> {
  await raiseChangeNumbers(database);
  let objects = 0;
  for (let after: number | null = 0; after !== null;) {
    const ids: number[] = await recordLostReviews(database, after);
    objects += ids.length;
    after = ids.at(-1) ?? null;
  }
  return objects;
}

async function raiseChangeNumbers(database: Database): Promise<void> {
  await database.execute('update account_change set change_seq = change_seq + $1', [CHANGE_LEAP]);
}

async function recordLostReviews(database: Database, after: number): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `select id, record_scope_change(account_id, array[id], null, sync_folders_of(account_id, id), true)
     from (select id, account_id from tracked_object_view where id > $1 order by id limit $2) o order by id`,
    [after, BATCH],
  );
  return rows.map(({ id }) => id);
}
