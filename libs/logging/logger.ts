import pino, { type DestinationStream, type Logger } from 'pino';
import { LineOutput } from './line-output';
import { withoutSecrets } from './secrets';
import { terminalOutput, type Terminal } from './terminal-output';

/** Injection token of the process's root log. */
export const LOGGER: unique symbol = Symbol('hrev log');
/** Without children, whose own fields would go past `withoutSecrets`. */
export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'flush' | 'isLevelEnabled'>;

const STANDARD_OUTPUT = 1;

/** A stream, which may be a terminal. */
type Destination = DestinationStream & { readonly isTTY?: boolean };

function outputTo(destination: Destination | undefined, onLost: (lines: number) => void): DestinationStream {
  const stream: Destination = destination ?? process.stdout;
  if (!stream.isTTY) return destination ?? standardOutput(onLost);
  process.stdout.on('error', () => undefined);
  return terminalOutput(stream as Terminal);
}

/**
 * Node opens it as well: a pipe whose reader stands still then answers that it is busy. Else the write would hold a thread
 * for ever, and that the end of the process.
 */
function standardOutput(onLost: (lines: number) => void): DestinationStream {
  process.stdout.on('error', () => undefined);
  return new LineOutput(STANDARD_OUTPUT, onLost);
}

/**
 * A log of JSON lines: level in words, time in ISO 8601, secrets left out. Without `destination`: standard output. On a terminal
 * the same lines in words.
 */
export function createLogger(level: string, role: string, destination?: Destination): Log {
  const output = outputTo(destination, (lines) => log.warn({ lines }, 'lines of this log were lost'));
  const log = pino(
    {
      level,
      base: { pid: process.pid, role },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { err: (error: Error) => withoutSecrets(pino.stdSerializers.err(error)) },
    },
    output,
  );
  return log;
}
