import pg from 'pg';
import { IN_SESSION, LOCKS } from '../advisory-locks';

/**
 * One connection per process that uses the embedded server, held as long as it does. It tells three things that files
 * with process numbers could only guess, and it vanishes with its process, also after `kill -9`:
 *
 *   who is there   every user holds an advisory lock in shared mode; who gets it exclusively is alone
 *   who shuts down the last one to leave, if it or one that left before was to stop the server (a notification says so)
 *   that it died   the connection breaks
 */
export interface Presence {
  /** Whether a leaver asked those who stay to stop the server in the end. */
  readonly mustStop: boolean;
  /**
   * Whether nobody else uses the server. If so, nobody can begin to until `end`: those who try are refused and come
   * again, so the server can be stopped without taking it away from someone who just came.
   */
  claimAlone(): Promise<boolean>;
  /** Asks all who are there to stop the server when the last of them leaves. */
  handOver(): Promise<void>;
  end(): Promise<void>;
}

/** Somebody else's server answers on the port that ours had. */
export class ForeignServerError extends Error {}

const CHANNEL = 'hrev_embedded_stop';
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
  const state = { leaving: false, entered: false, mustStop: false };
  client.on('error', () => undefined);
  client.on('notification', () => (state.mustStop = true));
  client.on('end', () => {
    if (state.entered && !state.leaving) onBroken();
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    if (!isOurs(rows[0]?.folder ?? '')) throw new ForeignServerError('another PostgreSQL answers on the port');
    if (!(await tryLock(client, IN_SESSION.tryToShare))) throw new Error('the server is being stopped');
    // One more round trip: whoever stops the server loses his lock a moment before we lose our connection.
    await client.query(`listen ${CHANNEL}`);
  } catch (error) {
    state.leaving = true;
    await client.end().catch(() => undefined);
    throw error;
  }
  state.entered = true;
  return {
    get mustStop() {
      return state.mustStop;
    },
    claimAlone: async () => {
      await client.query(IN_SESSION.giveBackShared, [LOCKS.presence]);
      state.leaving = true;
      return tryLock(client, IN_SESSION.tryToHold);
    },
    handOver: async () => void (await client.query(`notify ${CHANNEL}`)),
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
