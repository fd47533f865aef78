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
 * Stops the process on SIGTERM and SIGINT (reliability D52): not ready → pause for load balancers → no new connections →
 * what is in flight ends (20 s at most) → workers and connections close (25 s at most) → the embedded database → exit 0.
 * A second signal ends it at once.
 */
export function stopOnSignals(stoppable: Stoppable, log: Log): void {
  onSignals((signal) => {
    log.info({ signal }, 'stopping');
    void stopGracefully(stoppable, log).then((clean) => process.exit(clean ? 0 : 1));
  });
}

/** A start that has not ended yet. */
export interface StartUnderWay {
  /** Whether a signal ends it; what goes wrong in it from then on is a consequence of that. */
  readonly isBrokenOff: boolean;
  /** From now on signals are somebody else's to answer. */
  succeeded(): void;
}

/**
 * SIGTERM and SIGINT end the start: what is under way in the database is rolled back, and the embedded one stops with its
 * last user instead of running on without anybody; exit 0. A second signal ends it at once.
 */
export function stopStartOnSignals(opening: Promise<{ leave(): Promise<void> }>, log: Log): StartUnderWay {
  let isBrokenOff = false;
  const succeeded = onSignals((signal) => {
    isBrokenOff = true;
    log.info({ signal }, 'stopping before it was ready');
    opening.then(
      async (place) => process.exit((await leftDatabase(place.leave(), log)) ? 0 : 1),
      // It does not open: the start itself ends, with the word of what is missing.
      () => undefined,
    );
  });
  return {
    get isBrokenOff() {
      return isBrokenOff;
    },
    succeeded,
  };
}

/** Calls `stop` at the first signal until the function that it gives is called. */
function onSignals(stop: (signal: NodeJS.Signals) => void): () => void {
  let firstAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (firstAt === null) {
      firstAt = performance.now();
      stop(signal);
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      process.exit(1);
    }
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  return () => void process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
}

/** Never throws; false where a part did not end as it should. */
export async function stopGracefully(stoppable: Stoppable, log: Log): Promise<boolean> {
  stoppable.leave();
  await sleep(stoppable.delayMs);
  const drained = stoppable.server === null || (await drain(stoppable.server, IN_FLIGHT_LIMIT_MS));
  const closed = await bounded(stoppable.close(), CLOSE_LIMIT_MS, log, 'the service did not close');
  const left = await leftDatabase(stoppable.leaveDatabase(), log);
  log.info('stopped');
  return drained && closed && left;
}

function leftDatabase(leaving: Promise<void>, log: Log): Promise<boolean> {
  return bounded(leaving, CLOSE_LIMIT_MS, log, 'the embedded PostgreSQL did not stop');
}

/**
 * Takes no new connections, lets what is in flight end, tells every keep-alive client to go. False where the time ran out
 * and connections were cut.
 */
export async function drain(server: Server, limitMs: number): Promise<boolean> {
  if (!server.listening) return true;
  server.prependListener('request', (_, response) => void response.setHeader('Connection', 'close'));
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
