import type { Database } from '@libs/database';

/** Deletes links that were erased after the restored time again, so that they are due for the purge. Returns how many there are. */
export async function deleteErasedLinks(database: Database, ids: readonly number[]): Promise<number> {
  return database.execute(
    `update link set deleted_at = least(deleted_at, statement_timestamp() - interval '31 days')
     where id = any($1::bigint[])`,
    [ids],
  );
}
