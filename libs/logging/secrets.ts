/**
 * What never reaches a log, wherever a caller put it: keys, secrets, signatures, cookies, and the text
 * of reviews and replies. Names are compared in lower case.
 */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'x-api-key',
  'authorization',
  'cookie',
  'set-cookie',
  'x-hrev-signature',
  'webhook-signature',
  'idempotency-key',
  'secret',
  'standard_secret',
  'password',
  'key',
  'api_key',
  'apikey',
  'token',
  'text',
  'reply_text',
  'positive',
  'negative',
  'raw_review',
]);

const REDACTED = '[redacted]';
const TOO_DEEP = '[too deep]';
const CIRCLE = '[circular]';
const DEEPEST = 8;

/**
 * The same without secrets: the very same object where it holds none, else a copy. pino's own redaction looks for every
 * name on every level anew, which costs more than the rest of a request's line fifty times over. Errors are left to the
 * log's serializer, and what writes itself (a `Date`, a `Buffer`) to itself; what lies deeper than eight levels is left out.
 */
export function withoutSecrets<T extends object>(fields: T): T {
  return shown(fields, 0, new Map()) as T;
}

type Seen = Map<object, unknown>;

function shown(value: unknown, depth: number, seen: Seen): unknown {
  if (typeof value !== 'object' || value === null || 'toJSON' in value || value instanceof Error) return value;
  if (depth > DEEPEST) return TOO_DEEP;
  if (!seen.has(value)) {
    // What holds itself is met again before it is known.
    seen.set(value, CIRCLE);
    seen.set(value, shownFields(value as Record<string, unknown>, depth, seen));
  }
  return seen.get(value);
}

function shownFields(value: Readonly<Record<string, unknown>>, depth: number, seen: Seen): unknown {
  let copy: Record<string, unknown> | null = null;
  for (const name of Object.keys(value)) {
    const own = value[name];
    const kept =
      own === undefined ? own : SECRET_NAMES.has(name.toLowerCase()) ? REDACTED : shown(own, depth + 1, seen);
    if (kept === own) continue;
    copy ??= (Array.isArray(value) ? [...(value as readonly unknown[])] : { ...value }) as Record<string, unknown>;
    copy[name] = kept;
  }
  return copy ?? value;
}
