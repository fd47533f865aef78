/**
 * Fields whose values are redacted at any depth: keys, secrets, signatures, cookies, and the text of reviews and replies. Names
 * are compared in lower case, without hyphens and underscores, so that `access_token` includes `accessToken` and `access-token`.
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
const SECRETS: ReadonlySet<string> = new Set(SECRET_NAMES.map(folded));

const REDACTED = '[redacted]';
const TOO_DEEP = '[too deep]';
const CIRCULAR = '[circular]';
const UNREADABLE = '[unreadable]';
const MAX_DEPTH = 8;

/**
 * Returns `fields` with secrets redacted: the same object if it has none, otherwise a copy. pino's redaction is not used, because it
 * looks up every name at every level of every line. Errors are serialized by the log's serializer. A `Date` and a `Buffer` are kept.
 * In a `URL`, the password and parameters with the names of secrets are redacted. Other values with `toJSON` are redacted in the
 * form that this method returns, and become `[unreadable]` if it throws. Values deeper than eight levels become `[too deep]`.
 */
export function withoutSecrets<T extends object>(fields: T): T {
  // pino writes the fields of the object itself and does not call its `toJSON`.
  return (
    isKept(fields) ? fields : redactFields(fields as Record<string, unknown>, 0, new Map([[fields, CIRCULAR]]))
  ) as T;
}

/** Redacted values by their originals. */
type Redactions = Map<object, unknown>;

function folded(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

function isSecret(name: string): boolean {
  return SECRETS.has(folded(name));
}

function isKept(value: object): boolean {
  return value instanceof Error || value instanceof Date || Buffer.isBuffer(value);
}

function redact(value: unknown, depth: number, redactions: Redactions): unknown {
  if (typeof value !== 'object' || value === null || isKept(value)) return value;
  if (depth > MAX_DEPTH) return TOO_DEEP;
  if (!redactions.has(value)) {
    // A circular object is visited again before its copy is complete.
    redactions.set(value, CIRCULAR);
    redactions.set(value, redactObject(value as Record<string, unknown>, depth, redactions));
  }
  return redactions.get(value);
}

function redactObject(value: Readonly<Record<string, unknown>>, depth: number, redactions: Redactions): unknown {
  if (value instanceof URL) return redactUrl(value);
  const json = jsonOf(value);
  return json === value ? redactFields(value, depth, redactions) : redact(json, depth + 1, redactions);
}

/** What `toJSON` returns; the value itself if it has no such method. */
function jsonOf(value: Readonly<Record<string, unknown>>): unknown {
  if (typeof value['toJSON'] !== 'function') return value;
  try {
    return value['toJSON']('');
  } catch {
    // A line must be logged whatever its fields are.
    return UNREADABLE;
  }
}

/** A method `toJSON` would return the original again, so a copy has none. */
function replacementOf(name: string, original: unknown, depth: number, redactions: Redactions): unknown {
  if (name === 'toJSON' && typeof original === 'function') return undefined;
  return isSecret(name) ? REDACTED : redact(original, depth + 1, redactions);
}

function redactUrl(url: URL): string {
  const copy = new URL(url);
  if (copy.password !== '') copy.password = REDACTED;
  for (const name of new Set(url.searchParams.keys())) if (isSecret(name)) copy.searchParams.set(name, REDACTED);
  return copy.href;
}

function redactFields(value: Readonly<Record<string, unknown>>, depth: number, redactions: Redactions): unknown {
  let copy: Record<string, unknown> | null = null;
  for (const name of Object.keys(value)) {
    const original = value[name];
    if (original === undefined) continue;
    const replacement = replacementOf(name, original, depth, redactions);
    if (replacement === original) continue;
    copy ??= (Array.isArray(value) ? [...(value as readonly unknown[])] : { ...value }) as Record<string, unknown>;
    copy[name] = replacement;
  }
  return copy ?? value;
}
