import pg from 'pg';

const ANSWER_LIMIT_MS = 1_000;

export interface Probe {
  /** Never throws, and takes about a second at most. */
  ask(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Reads a row of the feed's tables over a connection of its own, so that it neither waits for the pool nor occupies a
 * connection of it. A failed connection is dropped and opened again at the next probe.
 */
export function probeReads(address: string): Probe {
  let client: pg.Client | null = null;

  async function connected(): Promise<pg.Client> {
    if (client !== null) return client;
    const fresh = new pg.Client({
      connectionString: address,
      application_name: 'hrev-health',
      connectionTimeoutMillis: ANSWER_LIMIT_MS,
      query_timeout: ANSWER_LIMIT_MS,
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
    async ask() {
      try {
        await (await connected()).query('select exists (select from review limit 1)');
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
