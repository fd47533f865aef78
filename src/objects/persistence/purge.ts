import type { Database, DataCheck } from '@libs/database';

export const OVERDUE_OBJECTS: readonly DataCheck[] = [
  {
    faults: 'objects that were deleted more than 31 days ago',
    // An object that was created in the last 30 days counts towards the creation budget.
    sql: `select account_id, id, deleted_at from tracked_object
      where deleted_at < now() - interval '31 days' and created_at < now() - interval '31 days'`,
  },
];

/** Deletes these objects, which must have no links. Returns the number of deleted objects. */
export async function purgeObjects(database: Database, objectIds: readonly number[]): Promise<number> {
  return database.execute('delete from tracked_object where id = any($1::bigint[])', [objectIds]);
}
