/** Requests for the database connections of this process, and how long they waited. */
import type { FairSlots, Party } from '@libs/kernel';
import { counter, histogram, readCounter } from '@libs/metrics';

/** How often a connection was requested. A plain number, because it is counted for each statement outside a transaction. */
let requested = 0;
readCounter(
  { name: 'hrev_database_pool_requests_total', help: 'Requests for a database connection, granted at once or later.' },
  () => requested,
);

/** Waits for a connection that was not granted at once, in seconds. */
const WAITS = histogram(
  {
    name: 'hrev_database_pool_wait_seconds',
    help: 'How long work waited for a database connection that was not granted at once.',
  },
  [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30],
);
/** Waits that ended without a connection. */
const REFUSED = counter(
  {
    name: 'hrev_database_pool_refused_total',
    help: 'Requests for a database connection that waited too long, by party.',
    labels: ['party'],
  },
  [{ party: 'account' }, { party: 'service' }],
);

/** Requests a connection as `FairSlots.enter` does, and counts the request, its wait and its refusal. */
export function requestConnection(connections: FairSlots, party: Party): Promise<void> | undefined {
  requested += 1;
  const granted = connections.enter(party);
  return granted && counted(granted, party);
}

async function counted(granted: Promise<void>, party: Party): Promise<void> {
  const startMs = performance.now();
  try {
    await granted;
  } catch (error) {
    REFUSED.inc({ party: party === null ? 'service' : 'account' });
    throw error;
  } finally {
    WAITS.observe({}, (performance.now() - startMs) / 1_000);
  }
}
