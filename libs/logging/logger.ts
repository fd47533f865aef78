import pino, { type DestinationStream, type Logger } from 'pino';
import { traceFields } from '@libs/traces';
import { LineOutput } from './line-output';
import { withoutSecrets } from './secrets';
import { terminalOutput, type Terminal } from './terminal-output';

/** The log of a process. Nest's `Logger` writes to it (`NestLog`). Has no `child`: the fields of child loggers would bypass `withoutSecrets`. */
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
 * The access to `process.stdout` makes a pipe non-blocking, so a write fails with EAGAIN if the reader does not read. A blocking
 * write would occupy a thread forever and keep the process from ending.
 */
function standardOutput(onLost: (lines: number) => void): DestinationStream {
  process.stdout.on('error', () => undefined);
  return new LineOutput(STANDARD_OUTPUT, onLost);
}

const NO_FIELDS = {};

/**
 * Creates a log of JSON lines, with the name of the level, the time in ISO 8601, the ids of the active span, and secrets redacted. Without
 * `destination` it writes to standard output. If the destination is a terminal, the lines are plain text.
 */
export function createLogger(level: string, role: string, destination?: Destination): Log {
  const output = outputTo(destination, (lines) => log.warn({ lines }, 'log lines were lost'));
  const log = pino(
    {
      level,
      base: { pid: process.pid, role },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => traceFields() ?? NO_FIELDS,
      // A line may state the span that it is about. Without a span, the fields are not copied.
      mixinMergeStrategy: (fields: object, ofSpan: object) =>
        ofSpan === NO_FIELDS ? fields : { ...ofSpan, ...fields },
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { err: (error: Error) => withoutSecrets(pino.stdSerializers.err(error)) },
    },
    output,
  );
  return log;
}
