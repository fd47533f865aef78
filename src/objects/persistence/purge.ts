import type { Database } from '@libs/database';

/** Deletes objects that have no links left. Returns how many. */
export async function purgeObjects(database: Database, objectIds: readonly number[]): Promise<number> {
  return database.execute('delete from tracked_object where id = any($1::bigint[])', [objectIds]);
}
