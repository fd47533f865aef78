import type { Database } from '@libs/database';

/** Deletes these objects, which must have no links. Returns the number of deleted objects. */
export async function purgeObjects(database: Database, objectIds: readonly number[]): Promise<number> {
  return database.execute('delete from tracked_object where id = any($1::bigint[])', [objectIds]);
}
