import pg from 'pg';
import { IN_SESSION, LOCKS } from '../advisory-locks';

/**
 * Each process that uses the embedded server keeps one connection open. The connection ends with its process, even after `kill -9`,
 * and shows two states reliably, unlike files with process ids:
 *
 *   the server is in use   each process holds an advisory lock in shared mode; a process that gets it in exclusive mode is the last
 *   the server has ended   the connection breaks
 */
export interface Presence {
  /**
   * Returns whether no other process uses the server. If so, no process can begin to use it until `end`: attempts are refused and
   * retried, so the server can be stopped.
   */
  claimAlone(): Promise<boolean>;
  end(): Promise<void>;
}

/** The server on the port belongs to another cluster. */
export class ForeignServerError extends Error {}

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Connects to the server at `url`. Rejects if that fails, or if `acceptsFolder` does not accept the server's data folder: the
 * port may belong to another server now. `onBroken` is called once if the connection ends by itself.
 */
export async function enterServer(
  url: string,
  acceptsFolder: (dataFolder: string) => boolean,
  onBroken: () => void,
): Promise<Presence> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'hrev-presence',
  });
  const state = { leaving: false, entered: false };
  client.on('error', () => undefined);
  client.on('end', () => {
    if (state.entered && !state.leaving) onBroken();
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    if (!acceptsFolder(rows[0]?.folder ?? '')) throw new ForeignServerError('another PostgreSQL answers on the port');
    if (!(await tryLock(client, IN_SESSION.tryToShare))) throw new Error('the server is being stopped');
    // A second round trip: a process that stops the server loses its lock a moment before this connection breaks.
    await client.query('select 1');
  } catch (error) {
    state.leaving = true;
    await client.end().catch(() => undefined);
    throw error;
  }
  state.entered = true;
  return {
    claimAlone: async () => {
      await client.query(IN_SESSION.releaseShared, [LOCKS.presence]);
      state.leaving = true;
      return tryLock(client, IN_SESSION.tryToHold);
    },
    end: async () => {
      state.leaving = true;
      await client.end().catch(() => undefined);
    },
  };
}

async function tryLock(client: pg.Client, statement: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(statement, [LOCKS.presence]);
  return rows[0]?.locked === true;
}
