/**
 * The one HTTP client for addresses that somebody outside chose: platforms' pages and webhook targets (contract §11).
 *
 * It checks the text of the address, the name, every DNS answer and the socket (`target.ts`, `dial.ts`), and bounds
 * everything an answer can do: look-up 2 s, connect and TLS 5 s, one limit for the whole exchange by our own clock,
 * 16 KiB of headers, 10 informational answers, a number of body bytes. It follows no redirect, knows no cookie, reads no
 * proxy from the environment, and opens a new connection for each request, so that no socket outlives its check; with
 * `keepAlive` by half a minute at most (`kept-connections.ts`).
 */
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { ADAPTER_EGRESS, type EgressPolicy } from './address-policy';
import { AnswerHead, MAX_INFORMATIONAL } from './answer-head';
import { dial } from './dial';
import { afterSending, asEgressError, EgressError } from './egress-error';
import { cut, KeptConnections, LINE_IDLE_MS, LINE_LIFE_MS, type Line } from './kept-connections';
import { ACCEPTED_ENCODINGS, readBody } from './read-body';
import { DnsResolver, type NameResolver } from './resolver';
import { readTarget, type Exemptions, type Target } from './target';

export interface GuardedClientOptions extends Exemptions {
  /** Default: the system's DNS servers. */
  readonly resolver?: NameResolver;
  /** Further certificate authorities, PEM. */
  readonly authorities?: readonly string[];
}

export interface EgressRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Default: that of adapters. */
  readonly policy?: EgressPolicy;
  /** For the whole exchange, from the look-up to the last byte. */
  readonly timeoutMs?: number;
  /** Bytes of body; null: the body is not read, the connection is cut once the status line and headers are known. */
  readonly maxBytes?: number | null;
  /**
   * Use a connection that an earlier request left, and leave it for a later one. One that is found closed is replaced by
   * a new one; one that closes once anything was sent on it is a failure, since its server may have read the request.
   * Only together with `maxBytes: null`; an answer of more than 4 KiB, or one that takes long, ends the connection.
   */
  readonly keepAlive?: boolean;
  readonly signal?: AbortSignal;
  /**
   * Called in the tick in which the first byte is handed to the connection: behind look-up, handshake and every wait, and
   * once more where a kept connection was found closed. What it throws is the `cause` of an error of kind `withheld`, and
   * nothing is sent.
   */
  readonly beforeSend?: () => void;
}

export interface EgressResponse {
  readonly status: number;
  /** Lower-case names; repeated headers are joined by a comma, cookies by a newline. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed; empty where the body was not read. */
  readonly body: Buffer;
  /** Bytes on the wire, headers included. */
  readonly bytesIn: number;
  readonly bytesOut: number;
}

const DEFAULT_TIMEOUT_MS = 20_000;
const DEFAULT_MAX_BYTES = 20 * 1024 * 1024;
/** Addresses of at most 2,048 characters that were read and may be asked again. */
const MOST_TARGETS = 1_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Not the caller's to say: they frame the message or name the host. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'keep-alive',
]);

/** What is skipped of an answer that nobody reads, so that its connection can be used again; more is not worth it. */
const SKIPPED_BYTES = 4 * 1024;
const SKIPPING_MS = 500;

export class GuardedClient {
  private readonly resolver: NameResolver;
  private readonly kept = new KeptConnections();
  private readonly targets = new Map<string, { readonly policy: EgressPolicy; readonly target: Target }>();

  constructor(private readonly options: GuardedClientOptions = {}) {
    this.resolver = options.resolver ?? new DnsResolver();
  }

  /** One exchange. Every status is an answer; every failure is an `EgressError`. */
  async request(address: string, request: EgressRequest = {}): Promise<EgressResponse> {
    const target = this.target(address, request.policy ?? ADAPTER_EGRESS);
    const { timeoutMs = DEFAULT_TIMEOUT_MS, signal } = request;
    if (signal?.aborted) throw cancelled();
    const stop = new Stop();
    const late = setTimeout(
      () => stop.now(new EgressError('timeout', `${target.host} did not answer in time`)),
      timeoutMs,
    );
    const onAbort = () => stop.now(cancelled());
    signal?.addEventListener('abort', onAbort, { once: true });
    const progress: Progress = { isSent: false };
    try {
      return await this.exchange(target, request, stop, progress);
    } catch (error) {
      // Once stopped, whatever broke is a consequence of that.
      throw failureOf(stop.reason ?? error, target, progress);
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Judged by the text alone, so once for each; one that is refused is judged each time. */
  private target(address: string, policy: EgressPolicy): Target {
    const known = this.targets.get(address);
    if (known?.policy === policy) return known.target;
    const target = readTarget(address, policy, this.options);
    if (this.targets.size >= MOST_TARGETS) this.targets.clear();
    this.targets.set(address, { policy, target });
    return target;
  }

  /** Closes the connections that are kept. Requests may still be made; their connections end with them. */
  close(): void {
    this.kept.close();
  }

  /** How many connections lie ready for a later request. */
  get keptConnections(): number {
    return this.kept.size;
  }

  private async exchange(
    target: Target,
    request: EgressRequest,
    stop: Stop,
    progress: Progress,
  ): Promise<EgressResponse> {
    const kept = request.keepAlive === true ? await this.kept.take(target.url.origin) : undefined;
    if (stop.reason !== null) {
      if (kept !== undefined) cut(kept);
      throw stop.reason;
    }
    const send = (): void => {
      withholdable(target, request);
      progress.isSent = true;
    };
    if (kept !== undefined) {
      const { bytesOut } = bytesOf(kept);
      try {
        return await this.converse(kept, target, request, stop, send);
      } catch (error) {
        // Closed before a byte was sent: a new connection tells. Afterwards nobody can know what its server has read.
        if (stop.reason !== null || isWithheld(error) || bytesOf(kept).bytesOut !== bytesOut) throw error;
        progress.isSent = false;
      }
    }
    return this.converse(this.open(target, request, stop.signal), target, request, stop, send);
  }

  /** `send` is called in the tick in which the request is written; where it throws, it is not. */
  private converse(
    line: Line,
    target: Target,
    request: EgressRequest,
    stop: Stop,
    send: () => void,
  ): Promise<EgressResponse> {
    return request.maxBytes === null
      ? this.askForHead(line, target, request, stop, send)
      : this.askForAll(line, target, request, stop, send);
  }

  /** One request and its whole answer; the connection ends with it. */
  private async askForAll(
    line: Line,
    target: Target,
    request: EgressRequest,
    stop: Stop,
    send: () => void,
  ): Promise<EgressResponse> {
    const before = bytesOf(line);
    let informational = 0;
    const onInfo = (): void => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) stop.now(tooManyInformational(target));
    };
    const client = line.client.compose((dispatch) => (options, handler) => dispatch(options, atStart(handler, send)));
    try {
      const response = await client.request({ ...message(target, request), signal: stop.signal, onInfo });
      const body = await bodyOf(response, request);
      return { status: response.statusCode, headers: flat(response.headers), body, ...bytesSince(before, line) };
    } finally {
      cut(line);
    }
  }

  /** One request and the head of its answer; the connection is kept where that is asked for, or cut. */
  private async askForHead(
    line: Line,
    target: Target,
    request: EgressRequest,
    stop: Stop,
    send: () => void,
  ): Promise<EgressResponse> {
    const before = bytesOf(line);
    const answer = new AnswerHead(SKIPPED_BYTES, () => tooManyInformational(target));
    stop.tell = (reason) => answer.cut(reason);
    let isKept = false;
    try {
      line.client.dispatch(message(target, request), atStart(answer, send));
      const { status, headers } = await answer.head;
      isKept = request.keepAlive === true;
      if (isKept) this.keepAfter(answer, line, target.url.origin);
      return { status, headers: flat(headers), body: Buffer.alloc(0), ...bytesSince(before, line) };
    } finally {
      if (!isKept) cut(line);
    }
  }

  /** Keeps the connection once the rest of its answer is skipped; cuts it where that is much or takes long. Never throws. */
  private keepAfter(answer: AnswerHead, line: Line, origin: string): void {
    const decide = (isWhole: boolean): void => {
      if (isWhole) this.kept.give(origin, line);
      else cut(line);
    };
    if (answer.isWhole !== null) return decide(answer.isWhole);
    const late = setTimeout(() => answer.cut(new Error('too slow to be skipped')), SKIPPING_MS);
    void answer.ended().then((isWhole) => {
      clearTimeout(late);
      decide(isWhole);
    });
  }

  /** A connection that is dialled, and vetted, with its first request, and never again. */
  private open(target: Target, { keepAlive }: EgressRequest, signal: AbortSignal): Line {
    let dialled = false;
    const client = new Client(target.url.origin, {
      pipelining: keepAlive === true ? 1 : 0,
      keepAliveTimeout: LINE_IDLE_MS,
      keepAliveMaxTimeout: LINE_IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Limits that count idle time are switched off: a dripping server resets those for ever.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, callback) => {
        if (dialled) return callback(new EgressError('network', `${target.host} closed the connection`), null);
        dialled = true;
        this.connect(target, signal).then(
          (connected) => {
            line.socket = connected;
            callback(null, connected);
          },
          (error: unknown) => callback(error instanceof Error ? error : new Error('not connected'), null),
        );
      },
    });
    const line: Line = { client, socket: undefined, endsAt: performance.now() + LINE_LIFE_MS };
    return line;
  }

  private connect(target: Target, signal: AbortSignal): Promise<Socket> {
    const { resolver } = this;
    return dial(target, { ...this.options, resolver, secure: target.secure, signal });
  }
}

/** The end of a request before its answer is whole. Makes a signal only for those who need one: most requests do not. */
class Stop {
  /** Why; null as long as nobody asked for it. */
  reason: EgressError | null = null;
  /** Told once, when it is asked for. */
  tell: (reason: EgressError) => void = () => undefined;
  private controller: AbortController | null = null;

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.reason !== null) this.controller.abort(this.reason);
    return this.controller.signal;
  }

  now(reason: EgressError): void {
    if (this.reason !== null) return;
    this.reason = reason;
    this.controller?.abort(reason);
    this.tell(reason);
  }
}

/** How far a request came. */
interface Progress {
  /** It was handed to a connection: what fails from now on may have arrived. */
  isSent: boolean;
}

function failureOf(error: unknown, target: Target, progress: Progress): EgressError {
  const failure = asEgressError(error, target.host);
  return progress.isSent ? afterSending(failure) : failure;
}

const isWithheld = (error: unknown): boolean => error instanceof EgressError && error.kind === 'withheld';

function withholdable({ host }: Target, { beforeSend }: EgressRequest): void {
  try {
    beforeSend?.();
  } catch (cause) {
    throw new EgressError('withheld', `The request to ${host} was withheld`, { cause });
  }
}

/**
 * The same handler, with `send` before it hears that its request starts. A client calls that once it holds a connection and
 * writes the request in the same tick, unless it throws.
 */
function atStart(handler: Dispatcher.DispatchHandler, send: () => void): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...start) => {
      send();
      handler.onRequestStart?.(...start);
    },
    onResponseStart: (...head) => handler.onResponseStart?.(...head),
    onResponseData: (...data) => handler.onResponseData?.(...data),
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError: (...error) => handler.onResponseError?.(...error),
  };
}

const bytesOf = ({ socket }: Line): { readonly bytesIn: number; readonly bytesOut: number } => ({
  bytesIn: socket?.bytesRead ?? 0,
  bytesOut: socket?.bytesWritten ?? 0,
});

function bytesSince(before: ReturnType<typeof bytesOf>, line: Line): ReturnType<typeof bytesOf> {
  const { bytesIn, bytesOut } = bytesOf(line);
  return { bytesIn: bytesIn - before.bytesIn, bytesOut: bytesOut - before.bytesOut };
}

function message({ url }: Target, { method = 'GET', headers = {}, body }: EgressRequest): Dispatcher.DispatchOptions {
  const sent: Record<string, string> = { 'accept-encoding': ACCEPTED_ENCODINGS };
  for (const name of Object.keys(headers)) {
    const lowered = name.toLowerCase();
    if (!OWN_HEADERS.has(lowered)) sent[lowered] = headers[name] ?? '';
  }
  return { method, path: `${url.pathname}${url.search}`, headers: sent, body: body ?? null };
}

function tooManyInformational({ host }: Target): EgressError {
  return new EgressError('network', `${host} sent too many informational answers`, {
    cause: { code: 'HPE_INFORMATIONAL' },
  });
}

async function bodyOf(response: Dispatcher.ResponseData, { method, maxBytes }: EgressRequest): Promise<Buffer> {
  if (method === 'HEAD' || response.statusCode === 204 || response.statusCode === 304) {
    response.body.on('error', () => undefined).destroy();
    return Buffer.alloc(0);
  }
  const encoding = flat({ encoding: response.headers['content-encoding'] })['encoding'] ?? '';
  try {
    return await readBody(response.body, encoding, maxBytes ?? DEFAULT_MAX_BYTES);
  } catch (error) {
    response.body.on('error', () => undefined).destroy();
    throw error;
  }
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      result[name.toLowerCase()] = Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : value;
  }
  return result;
}

function cancelled(): EgressError {
  return new EgressError('aborted', 'The request was cancelled');
}
