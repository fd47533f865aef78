import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { endsInTime, inTime } from '@libs/kernel';
import type { Log } from '@libs/logging';

/** What stops, in the order in which it must. */
export interface Stoppable {
  /** Pause between "not ready" and closing the port. */
  readonly delayMs: number;
  readonly server: Server | null;
  /** From now on not ready. */
  leave(): void;
  /** Workers, connections, everything that Nest knows. */
  close(): Promise<void>;
  /** The embedded database, after everything that uses it. */
  leaveDatabase(): Promise<void>;
}

const IN_FLIGHT_LIMIT_MS = 20_000;
const CLOSE_LIMIT_MS = 25_000;
const IDLE_SWEEP_MS = 100;
/** Ctrl-C reaches this process twice where a parent hands it on: that is one wish, not two. */
const SAME_SIGNAL_MS = 1_000;

/**
 * The wish to stop: SIGTERM, SIGINT or SIGHUP (the terminal was closed, or npm is gone). It may come before there is anything
 * to stop, and is kept then until it can be fulfilled, so that no part is taken away under the feet of another. A second
 * SIGTERM or SIGINT ends the process at once; nobody waits at a terminal that is closed.
 */
export class StopSignals {
  private firstAt: number | null = null;
  private stop: (() => Promise<boolean>) | null = null;

  constructor(private readonly log: Log) {
    const onSignal = (signal: NodeJS.Signals): void => this.onSignal(signal);
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal).on('SIGHUP', onSignal);
  }

  get isStopping(): boolean {
    return this.firstAt !== null;
  }

  /** From now on this is how to stop, at once where that is wished already: exit 0 where it gives true. It must not throw. */
  answerWith(stop: () => Promise<boolean>): void {
    this.stop = stop;
    if (this.isStopping) this.end();
  }

  private onSignal(signal: NodeJS.Signals): void {
    if (this.firstAt === null) {
      this.firstAt = performance.now();
      this.log.info({ signal }, 'stopping');
      this.end();
    } else if (signal !== 'SIGHUP' && performance.now() - this.firstAt > SAME_SIGNAL_MS) {
      process.exit(1);
    }
  }

  private end(): void {
    void this.stop?.().then((clean) => process.exit(clean ? 0 : 1));
  }
}

/**
 * What is to be done to stop: not ready, and clients are sent away → pause for load balancers → no new
 * connections → what is in flight ends (20 s at most) → workers and connections close (25 s at most) → the embedded database.
 * Never throws; false where a part did not end as it should.
 */
export async function stopGracefully(stoppable: Stoppable, log: Log): Promise<boolean> {
  stoppable.leave();
  if (stoppable.server !== null) sendClientsAway(stoppable.server);
  await sleep(stoppable.delayMs);
  const drained = stoppable.server === null || (await drain(stoppable.server, IN_FLIGHT_LIMIT_MS));
  const closed = await bounded(stoppable.close(), CLOSE_LIMIT_MS, log, 'the service did not close');
  const left = await leftDatabase(stoppable.leaveDatabase(), log);
  log.info('stopped');
  return drained && closed && left;
}

/** The end of a process that had nothing else yet. Never throws; false where the database did not end as it should. */
export function leftDatabase(leaving: Promise<void>, log: Log): Promise<boolean> {
  return bounded(leaving, CLOSE_LIMIT_MS, log, 'the embedded PostgreSQL did not stop');
}

/**
 * Whoever keeps a connection hears with his next answer that it ends, and asks elsewhere: a connection that is closed in the
 * moment in which a request comes would lose it (L13).
 */
function sendClientsAway(server: Server): void {
  server.prependListener('request', (_, response) => void response.setHeader('Connection', 'close'));
}

/** Takes no new connections and lets what is in flight end. False where the time ran out and connections were cut. */
export async function drain(server: Server, limitMs: number): Promise<boolean> {
  if (!server.listening) return true;
  const closed = new Promise<boolean>((resolve) => server.close(() => resolve(true)));
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const isDrained = await inTime(closed, limitMs, () => false);
  clearInterval(sweep);
  if (!isDrained) server.closeAllConnections();
  return isDrained;
}

async function bounded(work: Promise<void>, limitMs: number, log: Log, complaint: string): Promise<boolean> {
  try {
    if (await endsInTime(work, limitMs)) return true;
    log.error(`${complaint} in ${limitMs} ms`);
  } catch (error) {
    log.error({ err: error }, complaint);
  }
  return false;
}
