import pino, { type DestinationStream, type Logger } from 'pino';

/** Injection token of the process's root log. */
export const LOGGER: unique symbol = Symbol('hrev log');
export type Log = Logger;

/**
 * What never reaches a log (reliability D43), wherever a caller put it: keys, secrets, signatures, cookies, and the text
 * of reviews and replies.
 */
const SECRET_FIELDS = [
  'x-api-key',
  'authorization',
  'cookie',
  'set-cookie',
  'x-hrev-signature',
  'idempotency-key',
  'secret',
  'password',
  'key',
  'api_key',
  'apiKey',
  'token',
  'text',
  'reply_text',
  'positive',
  'negative',
  'raw_review',
] as const;

const paths = SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`, `*.*.*["${name}"]`]);

/** A log of JSON lines with the level in words and the time in ISO 8601. Without `destination`: standard output. */
export function createLogger(level: string, role: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: { pid: process.pid, role },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[redacted]' },
      serializers: { err: pino.stdSerializers.err },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}
