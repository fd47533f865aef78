import type { Database } from './database';

/** Longest duration of a worker's statement. */
const LONGEST_STATEMENT_MS = 20_000;

/**
 * Terminates sessions of the service whose client stalled in the middle of a statement: the client was suspended or disappeared
 * during a COPY of an earlier version, or while it received a result that exceeds the network's buffers. PostgreSQL's own timeouts end running statements
 * and idle sessions. They do not end a statement that waits for its client. Such a session would keep its locks
 * until the TCP connection times out, which may take hours.
 *
 * Safe in any number of processes. Returns the number of terminated sessions.
 */
export async function endStalledSessions(database: Database, afterMs = LONGEST_STATEMENT_MS): Promise<number> {
  const ended = await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = current_user and application_name like 'hrev%'
       and state = 'active' and wait_event_type = 'Client'
       and query_start < clock_timestamp() - $1::int * interval '1 millisecond'`,
    [afterMs],
  );
  return ended.length;
}
