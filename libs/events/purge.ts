import type { Database } from '@libs/database';

/** Deletes up to `limit` events that were relayed more than `days` days ago. Returns the number of deleted events. */
export async function purgeRelayedEvents(database: Database, days: number, limit: number): Promise<number> {
  return database.execute(
    `delete from outbox where id in (
       select id from outbox where relayed_at < statement_timestamp() - make_interval(days => $1) limit $2)`,
    [days, limit],
  );
}
