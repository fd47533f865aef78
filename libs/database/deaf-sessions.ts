import type { Database } from './database';

/** No statement of a worker may take longer. */
const LONGEST_STATEMENT_MS = 20_000;

/**
 * Ends sessions of the service whose client does not go on in the middle of a statement: it was frozen, or is gone without a
 * word, in a COPY or before an answer that is too long for the network's buffers. PostgreSQL's own limits end a statement that
 * runs and a session between two statements, but none that waits for its client. Such a session would keep its locks until TCP
 * gives the connection up, which may take hours.
 *
 * Safe in any number of processes. Resolves to the number of sessions that were ended.
 */
export async function endDeafSessions(database: Database, afterMs = LONGEST_STATEMENT_MS): Promise<number> {
  const ended = await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = current_user and application_name like 'hrev%'
       and state = 'active' and wait_event_type = 'Client'
       and query_start < clock_timestamp() - $1::int * interval '1 millisecond'`,
    [afterMs],
  );
  return ended.length;
}
