import pg from 'pg';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Observes every round trip to PostgreSQL of this process: `send` sends the statements of one. */
async function observing(onQuery: (client: pg.Client, send: () => unknown) => unknown, work: () => Promise<unknown>) {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (...args) {
    return onQuery(this, () => query.apply(this, args));
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
}

/** Returns how many round trips to PostgreSQL `work` makes. Nothing else may send statements meanwhile. */
export async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  await observing((_, send) => {
    count += 1;
    return send();
  }, work);
  return count;
}

/**
 * Runs `work` and breaks the connection once: at the `nth` round trip (from 1), before its statements are sent, or after they were sent and
 * before the response is read, when PostgreSQL may have executed them. Returns whether `work` made so many round trips.
 */
export async function withBrokenConnection(
  nth: number,
  when: 'before it is sent' | 'before its response',
  work: () => Promise<unknown>,
): Promise<boolean> {
  let count = 0;
  await observing((client, send) => {
    count += 1;
    if (count !== nth) return send();
    const { stream } = (client as unknown as { connection: { stream: { destroy(): void; end(): void } } }).connection;
    if (when === 'before it is sent') {
      stream.destroy();
      return send();
    }
    const sent = send();
    // Half-closed after the statements: PostgreSQL executes them, and its response is not read.
    stream.end();
    setImmediate(() => stream.destroy());
    return sent;
  }, work);
  return count >= nth;
}
