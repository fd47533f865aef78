import { overdueRows, type Database, type DataCheck } from '@libs/database';

const KEPT_DAYS = 30;

export const OVERDUE_EVENTS: readonly DataCheck[] = [
  overdueRows({
    ...{ rows: 'relayed events', table: 'outbox', key: 'account_id, id' },
    ...{ since: 'relayed_at', days: KEPT_DAYS },
  }),
];

/** Deletes up to `limit` events that were relayed more than 30 days ago. Returns the number of deleted events. */
export async function purgeRelayedEvents(database: Database, limit: number): Promise<number> {
  return database.execute(
    `delete from outbox where id in (
       select id from outbox where relayed_at < statement_timestamp() - make_interval(days => $1) limit $2)`,
    [KEPT_DAYS, limit],
  );
}
