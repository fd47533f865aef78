import type { Database } from './database';

/** More ids than were given out in any time that a restore takes back. */
export const ID_LEAP = 1_000_000;

/**
 * Raises every sequence of ids, after a restore: ids that clients were given after the restored time are not given to other rows.
 * Returns the number of sequences.
 */
export async function leapSequences(database: Database): Promise<number> {
  const rows = await database.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value) + $1)
     from pg_sequences where schemaname = 'public' and data_type = 'bigint'::regtype`,
    [ID_LEAP],
  );
  return rows.length;
}
