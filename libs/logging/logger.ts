import pino, { type DestinationStream, type Logger } from 'pino';
import { withoutSecrets } from './secrets';

/** Injection token of the process's root log. */
export const LOGGER: unique symbol = Symbol('hrev log');
/** Without children, whose own fields would go past `withoutSecrets`. */
export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'flush' | 'isLevelEnabled'>;

/** Lines are gathered to so many bytes, or for so long, before they are written: one by one they cost a tenth of a request. */
const GATHERED_BYTES = 4_096;
const GATHERED_MS = 200;

/**
 * Standard output, a few lines at a time. Nothing is lost where the process ends by its own doing, whether it is asked to
 * or fails: pino writes what is left at exit, and everything so far with a line of level `fatal`.
 */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: GATHERED_BYTES, periodicFlush: GATHERED_MS });
}

/** A log of JSON lines: level in words, time in ISO 8601, secrets left out. Without `destination`: standard output. */
export function createLogger(level: string, role: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: { pid: process.pid, role },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { err: (error: Error) => withoutSecrets(pino.stdSerializers.err(error)) },
    },
    destination ?? standardOutput(),
  );
}
