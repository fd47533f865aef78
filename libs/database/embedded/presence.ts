import pg from 'pg';
import { IN_SESSION, LOCKS } from '../advisory-locks';

/**
 * One connection per process that uses the embedded server, held as long as it does. It tells two things that files
 * with process numbers could only guess, and it vanishes with its process, also after `kill -9`:
 *
 *   who is there   every user holds an advisory lock in shared mode; who gets it exclusively is alone
 *   that it died   the connection breaks
 */
export interface Presence {
  /**
   * Whether nobody else uses the server. If so, nobody can begin to until `end`: those who try are refused and come
   * again, so the server can be stopped without taking it away from someone who just came.
   */
  claimAlone(): Promise<boolean>;
  end(): Promise<void>;
}

/** Somebody else's server answers on the port that ours had. */
export class ForeignServerError extends Error {}

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Connects to the server at `url`, or rejects. Rejects too where the server's data folder is another than `isOurs`
 * accepts: the port may have gone to a stranger. `onBroken` is called once if the connection ends by itself.
 */
export async function enter(
  url: string,
  isOurs: (dataFolder: string) => boolean,
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
    if (!isOurs(rows[0]?.folder ?? '')) throw new ForeignServerError('another PostgreSQL answers on the port');
    if (!(await tryLock(client, IN_SESSION.tryToShare))) throw new Error('the server is being stopped');
    // One more round trip: whoever stops the server loses his lock a moment before we lose our connection.
    await client.query('select 1');
  } catch (error) {
    state.leaving = true;
    await client.end().catch(() => undefined);
    throw error;
  }
  state.entered = true;
  return {
    claimAlone: async () => {
      await client.query(IN_SESSION.giveBackShared, [LOCKS.presence]);
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
