/** Requests for the database connections of this process, and how long they waited. */
import { counter, histogram, readCounter } from '@libs/metrics';

/** How often a connection was requested. A plain number, because it is counted for each statement outside a transaction. */
export const REQUESTED = { connections: 0 };
readCounter(
  { name: 'hrev_database_pool_requests_total', help: 'Requests for a database connection, granted at once or later.' },
  () => REQUESTED.connections,
);

/** Waits for a connection that was not granted at once, in seconds. */
export const WAITS = histogram(
  {
    name: 'hrev_database_pool_wait_seconds',
    help: 'How long work waited for a database connection that was not granted at once.',
  },
  [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30],
);
/** Waits that ended without a connection. */
export const REFUSED = counter(
  {
    name: 'hrev_database_pool_refused_total',
    help: 'Requests for a database connection that waited too long, by party.',
    labels: ['party'],
  },
  [{ party: 'account' }, { party: 'service' }],
);
