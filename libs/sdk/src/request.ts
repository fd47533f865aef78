/** Settings of one request. */
export interface RequestOptions {
  /** Ends the request, and the waits between attempts. The call then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for one attempt, with the reading of its response; of a file, until its first byte and for each part. The default is that
   * of the client.
   */
  readonly timeoutMs?: number | undefined;
  /** How often a failed attempt is repeated. The default is that of the client. */
  readonly maxRetries?: number | undefined;
  /** Headers in addition, such as `If-Match` or `X-Request-Id`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Is called with each successful response, for its headers: `ETag`, `X-Request-Id`, and those that `rateLimitOf` reads. */
  readonly onResponse?: ((response: Response) => void) | undefined;
}

/** Settings of a request that accepts an `Idempotency-Key`. */
export interface IdempotentOptions extends RequestOptions {
  /**
   * 1 to 255 visible ASCII characters. By default each call has a new random key, which all its attempts share. Set your own key where
   * a call must take effect once even if your process ends and calls again: within 24 hours the service returns the first response.
   */
  readonly idempotencyKey?: string | undefined;
}

/** One operation of the API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown | undefined;
  /** Whether the operation accepts an `Idempotency-Key`. */
  readonly takesKey?: boolean | undefined;
  /** The types of a response that is a file, which is returned as a stream of bytes. */
  readonly file?: readonly string[] | undefined;
}

/** Sends a call and returns the body of its success: a value, a stream if it is a file, and undefined if it has none. */
export type Send = <T>(call: Call, options?: IdempotentOptions) => Promise<T>;

/**
 * A path with the values of its parameters: at`/v3/objects/${id}`. Throws a TypeError for a value with which the path would be
 * another one: an empty text, `.`, `..` and what is neither a text nor a number.
 */
export function at(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((path, part, index) => `${path}${segmentOf(values[index - 1])}${part}`);
}

function segmentOf(value: unknown): string {
  const isPlain = typeof value === 'string' ? !['', '.', '..'].includes(value) : Number.isFinite(value);
  if (!isPlain) throw new TypeError(`${JSON.stringify(value)} cannot be a part of a path`);
  return encodeURIComponent(value as string | number);
}

type QueryValue = string | number | boolean | null | undefined;

/** A query with its `?`: lists are repeated parameters; undefined and null are left out. Empty if there are no values. */
export function queryOf(query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue | readonly QueryValue[]][])
    for (const item of [value].flat() as readonly QueryValue[])
      if (item !== undefined && item !== null) parameters.append(name, String(item));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
