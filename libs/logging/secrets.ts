/**
 * Fields whose values are redacted at any depth: keys, secrets, signatures, cookies, and the text of reviews and replies. Names
 * are compared in lower case, with and without underscores, so that `access_token` includes `accessToken`.
 */
const SECRET_NAMES: readonly string[] = [
  // Headers.
  'x-api-key',
  'x-goog-api-key',
  'authorization',
  'cookie',
  'set-cookie',
  'x-hrev-signature',
  'webhook-signature',
  'idempotency-key',
  // Keys and passwords, as fields of connections, as form fields and as query parameters.
  'credentials',
  'secret',
  'standard_secret',
  'password',
  'key',
  'api_key',
  'api_secret',
  'places_api_key',
  'app_key',
  'passkey',
  'private_key',
  'service_account',
  'client_secret',
  'client_assertion',
  'assertion',
  'code_verifier',
  'token',
  'access_token',
  'page_access_token',
  'refresh_token',
  'id_token',
  // Texts of reviews and replies.
  'text',
  'reply_text',
  'positive',
  'negative',
  'raw_review',
];
const SPELLINGS: ReadonlySet<string> = new Set(SECRET_NAMES.flatMap((name) => [name, name.replaceAll('_', '')]));

const REDACTED = '[redacted]';
const TOO_DEEP = '[too deep]';
const CIRCULAR = '[circular]';
const MAX_DEPTH = 8;

/**
 * Returns `fields` with secrets redacted: the same object if it has none, otherwise a copy. pino's redaction is not used, because
 * it looks up every name at every level, which costs fifty times as much as the rest of an access log line. Errors are serialized
 * by the log's serializer, and values with `toJSON` (a `Date`, a `Buffer`) by that method. Values deeper than eight levels are
 * omitted.
 */
export function withoutSecrets<T extends object>(fields: T): T {
  return redact(fields, 0, new Map()) as T;
}

/** Redacted values by their originals. */
type Redactions = Map<object, unknown>;

function redact(value: unknown, depth: number, redactions: Redactions): unknown {
  if (typeof value !== 'object' || value === null || 'toJSON' in value || value instanceof Error) return value;
  if (depth > MAX_DEPTH) return TOO_DEEP;
  if (!redactions.has(value)) {
    // A circular object is visited again before its copy is complete.
    redactions.set(value, CIRCULAR);
    redactions.set(value, redactFields(value as Record<string, unknown>, depth, redactions));
  }
  return redactions.get(value);
}

function redactFields(value: Readonly<Record<string, unknown>>, depth: number, redactions: Redactions): unknown {
  let copy: Record<string, unknown> | null = null;
  for (const name of Object.keys(value)) {
    const original = value[name];
    if (original === undefined) continue;
    const isSecret = SPELLINGS.has(name.toLowerCase());
    const replacement = isSecret ? REDACTED : redact(original, depth + 1, redactions);
    if (replacement === original) continue;
    copy ??= (Array.isArray(value) ? [...(value as readonly unknown[])] : { ...value }) as Record<string, unknown>;
    copy[name] = replacement;
  }
  return copy ?? value;
}
