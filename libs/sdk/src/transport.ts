import { noticing, warnOfDeprecation, type OnDeprecation } from './deprecations';
import { errorOf, HrevConnectionError, HrevTimeoutError } from './errors';
import { pause } from './pause';
import { queryOf, type Call, type IdempotentOptions, type Send } from './request';
import { waitBeforeRetry } from './retry';

/** Settings of requests, apart from the key. */
export interface RequestSettings {
  /** Address of the service, such as `https://reviews.example.com`, with the path below which a proxy serves it. */
  readonly baseUrl: string;
  /** Replaces the global `fetch`: for a proxy, for own headers, or for tests. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds for one attempt, with the reading of its response; 60,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed attempt is repeated; 3 by default. 0: never. */
  readonly maxRetries?: number | undefined;
  /** The longest `Retry-After` that is waited for; 60,000 by default. A longer one is thrown at once, as `retryAfter` of the error. */
  readonly maxRetryAfterMs?: number | undefined;
  /** Is called with the first response of each deprecated endpoint. By default a line is written with `console.warn`. */
  readonly onDeprecation?: OnDeprecation | undefined;
}

/** Settings of a client. */
export interface HrevOptions extends RequestSettings {
  /** A key of the account; it begins with `hrev_`. It is sent to `baseUrl` only: redirects are errors. */
  readonly apiKey: string;
}

/** Replaced in tests. */
export interface Waiting {
  readonly pause: typeof pause;
  readonly random: () => number;
}

type Settings = { readonly [K in keyof RequestSettings]-?: NonNullable<RequestSettings[K]> } & {
  /** Undefined: the requests have no key. */
  readonly apiKey: string | undefined;
};

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const REPEATABLE = new Set(['GET', 'PUT', 'DELETE']);

/** Checks the settings of a client, and completes them. Throws a TypeError for an address or a key that cannot be used. */
export function settingsOf({ apiKey, ...options }: HrevOptions): Settings {
  // Programs without types may give an environment variable that is not set.
  if (typeof apiKey !== 'string' || !VISIBLE_ASCII.test(apiKey))
    throw new TypeError('apiKey must be a key of the account');
  return { ...settingsWithoutKey(options), apiKey };
}

/** As `settingsOf`, for requests that have no key. */
export function settingsWithoutKey(options: RequestSettings): Settings {
  const { protocol, search, hash } = new URL(options.baseUrl);
  if (!/^https?:$/.test(protocol) || search !== '' || hash !== '')
    throw new TypeError(`baseUrl must be an http or https address without query: ${options.baseUrl}`);
  return {
    apiKey: undefined,
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 60_000,
    maxRetries: options.maxRetries ?? 3,
    maxRetryAfterMs: options.maxRetryAfterMs ?? 60_000,
    onDeprecation: options.onDeprecation ?? warnOfDeprecation,
  };
}

/**
 * Sends calls, and repeats those that fail for a time: connection errors, time-outs, 408, 429 and 5xx. Only what may be sent twice is
 * repeated: GET, PUT, DELETE, and calls with an `Idempotency-Key`, which is the same in every attempt.
 */
export function sender(settings: Settings, waiting: Waiting = { pause, random: Math.random }): Send {
  const notice = noticing(settings.onDeprecation);
  return async <T>(call: Call, options: IdempotentOptions = {}): Promise<T> => {
    const request = requestOf(call, options, settings);
    const mayRepeat = REPEATABLE.has(call.method) || call.takesKey === true;
    const policy = { ...settings, maxRetries: mayRepeat ? (options.maxRetries ?? settings.maxRetries) : 0 };
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await answerTo(request, options, settings, notice)) as T;
      } catch (error) {
        options.signal?.throwIfAborted();
        const waitMs = waitBeforeRetry(error, attempt, policy, waiting.random());
        if (waitMs === null) throw error;
        await waiting.pause(waitMs, options.signal);
      }
    }
  };
}

interface BuiltRequest {
  /** Method and path, for messages. */
  readonly name: string;
  readonly url: string;
  readonly init: RequestInit;
  /** The types of the file that is the response; empty if it is JSON. */
  readonly file: readonly string[];
}

function requestOf(call: Call, options: IdempotentOptions, settings: Settings): BuiltRequest {
  const { file = [] } = call;
  const headers: Record<string, string> = { Accept: [...file, 'application/json'].join(', ') };
  if (settings.apiKey !== undefined) headers['X-API-Key'] = settings.apiKey;
  if (call.body !== undefined) headers['Content-Type'] = 'application/json';
  if (call.takesKey === true) headers['Idempotency-Key'] = checkedKey(options.idempotencyKey ?? randomKey());
  return {
    name: `${call.method} ${call.path}`,
    url: `${settings.baseUrl}${call.path}${queryOf(call.query)}`,
    init: {
      method: call.method,
      headers: { ...headers, ...options.headers },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      // A followed redirect would send the key to another host.
      redirect: 'manual',
    },
    file,
  };
}

function checkedKey(key: string): string {
  if (VISIBLE_ASCII.test(key) && key.length <= 255) return key;
  throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters');
}

/** 128 random bits. `randomUUID` exists on pages of https only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function answerTo(
  request: BuiltRequest,
  options: IdempotentOptions,
  settings: Settings,
  notice: (name: string, response: Response) => void,
): Promise<unknown> {
  const attempt = new Attempt(request.name, options, settings);
  const { response, text } = await attempt.step(async () => {
    // Called without its object: the `fetch` of a page requires that.
    const { fetch: send } = settings;
    const received = await send(request.url, { ...request.init, signal: attempt.signal });
    return { response: received, text: isFile(request, received) ? null : await received.text() };
  });
  notice(request.name, response);
  if (text === null) {
    const file = fileOf(response, attempt);
    options.onResponse?.(response);
    return file;
  }
  attempt.end();
  if (!response.ok) throw errorOf(request.name, response, text);
  const body = bodyOf(request, response, text);
  options.onResponse?.(response);
  return body;
}

/** Whether a response is the file that was requested: an error response is not, and neither is the page of a proxy. */
function isFile({ file }: BuiltRequest, { ok, headers }: Response): boolean {
  const [type = ''] = (headers.get('Content-Type') ?? '').toLowerCase().split(/[\s;]/, 1);
  return ok && file.includes(type);
}

function bodyOf(request: BuiltRequest, response: Response, text: string): unknown {
  if (request.file.length > 0) throw errorOf(request.name, response, text);
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw errorOf(request.name, response, text);
  }
}

/** The bytes of a response, each part received when the reader asks for it. They fail with the errors of requests. */
function fileOf({ body }: Response, attempt: Attempt): ReadableStream<Uint8Array> {
  const reader = body?.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = await attempt.step(async () => reader?.read());
        if (part?.value !== undefined) return controller.enqueue(part.value);
        attempt.end();
        controller.close();
      },
      async cancel(reason) {
        attempt.end();
        await reader?.cancel(reason);
      },
    },
    // Without a store of its own, so that the time in which the reader asks for nothing is not counted.
    { highWaterMark: 0 },
  );
}

/** One attempt of a request. A step that takes longer than the time-out ends the connection, as the signal of the request does. */
class Attempt {
  private readonly controller = new AbortController();
  private readonly abort = (): void => this.controller.abort();
  private readonly timeoutMs: number;

  constructor(
    private readonly name: string,
    private readonly options: IdempotentOptions,
    private readonly settings: Settings,
  ) {
    this.timeoutMs = options.timeoutMs ?? settings.timeoutMs;
    options.signal?.addEventListener('abort', this.abort);
  }

  /** Ends the connection. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The result of a step. Throws the reason of an aborted signal, `HrevTimeoutError` or `HrevConnectionError`, after which the attempt is over. */
  async step<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.options;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.abort();
    }, this.timeoutMs);
    try {
      signal?.throwIfAborted();
      return await work();
    } catch (cause) {
      this.end();
      signal?.throwIfAborted();
      if (isLate) throw new HrevTimeoutError(`${this.name}: no response within ${this.timeoutMs} ms`, { cause });
      const reason = `no response from ${this.settings.baseUrl}: ${reasonOf(cause)}`;
      throw new HrevConnectionError(`${this.name}: ${reason}`, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Stops listening to the signal of the request. */
  end(): void {
    this.options.signal?.removeEventListener('abort', this.abort);
  }
}

/** Node puts the reason, such as ECONNREFUSED, into the cause of a general error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message;
}
