import pg from 'pg';

const TIMEOUT_MS = 1_000;

export interface Probe {
  /** Returns whether the read succeeded, after about a second at most. Never throws. */
  run(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Creates a probe that reads a row of reviews over a separate connection, so that it neither waits for the pool nor uses a connection
 * of the pool. After a failure it opens a new connection at the next probe.
 */
export function probeReads(address: string): Probe {
  let client: pg.Client | null = null;

  async function openClient(): Promise<pg.Client> {
    if (client !== null) return client;
    const fresh = new pg.Client({
      connectionString: address,
      application_name: 'hrev-health',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    fresh.on('error', () => drop(fresh));
    await fresh.connect();
    client = fresh;
    return fresh;
  }

  function drop(lost: pg.Client): void {
    if (client === lost) client = null;
    lost.end().catch(() => undefined);
  }

  return {
    async run() {
      try {
        await (await openClient()).query('select exists (select from review_view limit 1)');
        return true;
      } catch {
        if (client !== null) drop(client);
        return false;
      }
    },
    async close() {
      await client?.end().catch(() => undefined);
    },
  };
}
