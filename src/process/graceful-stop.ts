import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { endsInTime, inTime } from '@libs/kernel';
import { flushTraces } from '@libs/traces';

/** The parts to stop, in this order. */
export interface Stoppable {
  /** Pause between "not ready" and closing the port. */
  readonly delayMs: number;
  readonly server: Server | null;
  /** Sets the readiness probe to "not ready". */
  leave(): void;
  /** Closes workers, connections and all other resources of Nest. */
  close(): Promise<void>;
  /** Stops the embedded database, after all its clients. */
  leaveDatabase(): Promise<void>;
}

const logger = new Logger();
const IN_FLIGHT_LIMIT_MS = 20_000;
const CLOSE_LIMIT_MS = 25_000;
const TRACES_LIMIT_MS = 2_000;
const IDLE_SWEEP_MS = 100;
/** Signals within this time count as one: Ctrl-C arrives twice if a parent process forwards it. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Handles requests to stop: SIGTERM, SIGINT or SIGHUP (the terminal was closed, or npm ended). A signal that arrives
 * before the start is complete takes effect once `onStop` is called. A second SIGTERM or SIGINT ends the process at once; a second
 * SIGHUP does not, because it does not come from an operator.
 */
export class StopSignals {
  private firstAt: number | null = null;
  private stop: (() => Promise<boolean>) | null = null;

  constructor() {
    const onSignal = (signal: NodeJS.Signals): void => this.onSignal(signal);
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal).on('SIGHUP', onSignal);
  }

  get isStopping(): boolean {
    return this.firstAt !== null;
  }

  /** Sets the function that stops the process, which must not throw. Calls it at once if a signal has arrived. Exits with 0 if it returns true. */
  onStop(stop: () => Promise<boolean>): void {
    this.stop = stop;
    if (this.isStopping) this.end();
  }

  private onSignal(signal: NodeJS.Signals): void {
    if (this.firstAt === null) {
      this.firstAt = performance.now();
      logger.log({ msg: 'stopping', signal });
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
 * Stops in order: not ready, and responses close their connections → pause for load balancers → no new connections →
 * requests in flight end (20 s at most) → workers and connections close (25 s at most) → the embedded database → the last spans are
 * sent (2 s at most).
 * Never throws; returns false if a part did not end in time or without an error.
 */
export async function stopGracefully(stoppable: Stoppable): Promise<boolean> {
  stoppable.leave();
  if (stoppable.server !== null) closeAfterResponses(stoppable.server);
  await sleep(stoppable.delayMs);
  const isDrained = stoppable.server === null || (await drain(stoppable.server, IN_FLIGHT_LIMIT_MS));
  const isClosed = await runInTime(stoppable.close(), CLOSE_LIMIT_MS, 'the service did not close');
  const isReleased = await releaseDatabase(stoppable.leaveDatabase());
  await runInTime(flushTraces(), TRACES_LIMIT_MS, 'the last spans were not sent');
  logger.log('stopped');
  return isDrained && isClosed && isReleased;
}

/** Stops a process that has opened only its database. Never throws; returns false if the database did not stop in time. */
export function releaseDatabase(leaving: Promise<void>): Promise<boolean> {
  return runInTime(leaving, CLOSE_LIMIT_MS, 'the embedded PostgreSQL did not stop');
}

/**
 * Adds `Connection: close` to responses, so that clients connect to another process. Closing idle connections instead would lose
 * requests that are sent at the same moment (docs/faults.md L13).
 */
function closeAfterResponses(server: Server): void {
  server.prependListener('request', (_, response) => void response.setHeader('Connection', 'close'));
}

/** Accepts no new connections and lets requests in flight end. Returns false if it closed connections after the timeout. */
export async function drain(server: Server, limitMs: number): Promise<boolean> {
  if (!server.listening) return true;
  const closed = new Promise<boolean>((resolve) => server.close(() => resolve(true)));
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const isDrained = await inTime(closed, limitMs, () => false);
  clearInterval(sweep);
  if (!isDrained) server.closeAllConnections();
  return isDrained;
}

async function runInTime(work: Promise<void>, limitMs: number, failure: string): Promise<boolean> {
  try {
    if (await endsInTime(work, limitMs)) return true;
    logger.error(`${failure} in ${limitMs} ms`);
  } catch (error) {
    logger.error({ msg: failure, err: error });
  }
  return false;
}
