import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { endsInTime, inTime } from '@libs/kernel';
import type { Log } from '@libs/logging';

/** The parts to stop, in this order. */
export interface Stoppable {
  /** Pause between "not ready" and closing the port. */
  readonly delayMs: number;
  readonly server: Server | null;
  /** Sets the readiness probe to "not ready". */
  leave(): void;
  /** Closes workers, connections and everything else that Nest manages. */
  close(): Promise<void>;
  /** Stops the embedded database, after everything that uses it. */
  leaveDatabase(): Promise<void>;
}

const IN_FLIGHT_LIMIT_MS = 20_000;
const CLOSE_LIMIT_MS = 25_000;
const IDLE_SWEEP_MS = 100;
/** Ctrl-C reaches this process twice where a parent forwards it: that is one request. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Handles requests to stop: SIGTERM, SIGINT or SIGHUP (the terminal was closed, or npm ended). A signal may arrive before the
 * start is complete; it is then kept until the stop can run in order. A second SIGTERM or SIGINT ends the process at once; a
 * second SIGHUP does not, because no person waits at a closed terminal.
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

  /** Sets how to stop, and stops at once where a signal has arrived: exit 0 where it returns true. It must not throw. */
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
 * Stops in order: not ready, and clients are told to close their connections → pause for load balancers → no new connections →
 * requests in flight end (20 s at most) → workers and connections close (25 s at most) → the embedded database.
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

/** Stops a process that has opened only its database. Never throws; false where the database did not stop as it should. */
export function leftDatabase(leaving: Promise<void>, log: Log): Promise<boolean> {
  return bounded(leaving, CLOSE_LIMIT_MS, log, 'the embedded PostgreSQL did not stop');
}

/**
 * Responses carry `Connection: close`, so that clients connect elsewhere. Closing an idle connection instead loses a request that
 * is sent at the same moment (L13).
 */
function sendClientsAway(server: Server): void {
  server.prependListener('request', (_, response) => void response.setHeader('Connection', 'close'));
}

/** Accepts no new connections and lets requests in flight end. False where the time ran out and connections were cut. */
export async function drain(server: Server, limitMs: number): Promise<boolean> {
  if (!server.listening) return true;
  const closed = new Promise<boolean>((resolve) => server.close(() => resolve(true)));
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const isDrained = await inTime(closed, limitMs, () => false);
  clearInterval(sweep);
  if (!isDrained) server.closeAllConnections();
  return isDrained;
}

async function bounded(work: Promise<void>, limitMs: number, log: Log, failure: string): Promise<boolean> {
  try {
    if (await endsInTime(work, limitMs)) return true;
    log.error(`${failure} in ${limitMs} ms`);
  } catch (error) {
    log.error({ err: error }, failure);
  }
  return false;
}
