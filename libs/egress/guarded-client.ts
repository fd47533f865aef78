/**
 * The HTTP client for addresses that come from outside: platforms' pages and webhook targets (contract §11).
 *
 * It checks the text of the address, the name, every resolved address and the address of the socket (`target.ts`, `dial.ts`), and
 * limits every exchange: look-up 2 s, connect and TLS 5 s, one timeout for the whole exchange, 16 KiB of headers, 10
 * informational responses, a number of body bytes. It follows no redirect, stores no cookie, ignores proxy settings of the
 * environment, and opens a new connection for each request, so that each request is checked. With `keepAlive` (webhook deliveries,
 * GETs of visits) a connection is reused for at most half a minute (`kept-connections.ts`).
 */
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { ADAPTER_EGRESS, type EgressPolicy } from './address-policy';
import { ResponseHeadReader, MAX_INFORMATIONAL } from './response-head-reader';
import { certificateEnd, dial } from './dial';
import { afterSending, asEgressError, EgressError } from './egress-error';
import { counted } from './egress-metrics';
import { inRequestSpan } from './egress-span';
import {
  bodyOf,
  dispatchOptions,
  isolated,
  joinHeaders,
  type EgressRequest,
  type EgressResponse,
} from './egress-message';
import {
  closeConnection,
  KeptConnections,
  CONNECTION_IDLE_MS,
  CONNECTION_MAX_AGE_MS,
  type Connection,
} from './kept-connections';
import { DnsResolver, type NameResolver } from './resolver';
import { readTarget, type Exemptions, type Target } from './target';

export interface GuardedClientOptions extends Exemptions {
  /** Default: the system's DNS servers. */
  readonly resolver?: NameResolver;
  /** Certificate authorities in addition to the built-in ones, PEM. */
  readonly authorities?: readonly string[];
}

const DEFAULT_TIMEOUT_MS = 20_000;
/** Size of the cache of checked addresses. */
const MAX_CACHED_TARGETS = 1_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Limits for skipping a body so that its connection can be reused. Beyond these limits a new connection is cheaper. */
const SKIPPED_BYTES = 4 * 1024;
const SKIPPING_MS = 500;
const NO_BYTES = Buffer.alloc(0);
export class GuardedClient {
  private readonly resolver: NameResolver;
  private readonly connections = new KeptConnections();
  private readonly targets = new Map<string, { readonly policy: EgressPolicy; readonly target: Target }>();

  constructor(private readonly options: GuardedClientOptions = {}) {
    this.resolver = options.resolver ?? new DnsResolver();
  }

  /** Sends one request. Resolves for every status; throws `EgressError` for every failure. */
  request(address: string, request: EgressRequest = {}): Promise<EgressResponse> {
    return counted(
      request.source ?? 'other',
      inRequestSpan(request, () => this.send(address, request)),
    );
  }

  private async send(address: string, request: EgressRequest): Promise<EgressResponse> {
    const target = this.target(address, request.policy ?? ADAPTER_EGRESS);
    const { timeoutMs = DEFAULT_TIMEOUT_MS, signal } = request;
    if (signal?.aborted) throw abortError();
    const cancellation = new Cancellation();
    const timer = setTimeout(
      () => cancellation.cancel(new EgressError('timeout', `${target.host} did not respond in time`)),
      timeoutMs,
    );
    const onAbort = () => cancellation.cancel(abortError());
    signal?.addEventListener('abort', onAbort, { once: true });
    const progress: Progress = { isSent: false, endedKeptConnection: false };
    try {
      return await this.exchange(target, isolated(request), cancellation, progress);
    } catch (error) {
      // After a cancellation, other errors are its consequence.
      throw egressErrorOf(cancellation.reason ?? error, target, progress);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Parses and checks the address. Cached, because the result depends on the text alone; refusals are not cached. */
  private target(address: string, policy: EgressPolicy): Target {
    const cached = this.targets.get(address);
    if (cached?.policy === policy) return cached.target;
    const target = readTarget(address, policy, this.options);
    if (this.targets.size >= MAX_CACHED_TARGETS) this.targets.clear();
    this.targets.set(address, { policy, target });
    return target;
  }

  /** Closes kept connections. Later requests are possible, but their connections are not kept. */
  close(): void {
    this.connections.close();
  }

  /** Number of idle connections for later requests. */
  get keptConnections(): number {
    return this.connections.size;
  }

  private async exchange(
    target: Target,
    request: EgressRequest,
    cancellation: Cancellation,
    progress: Progress,
  ): Promise<EgressResponse> {
    const isReusing = request.keepAlive === true && request.newConnection !== true;
    const idleConnection = isReusing ? await this.connections.acquire(target.url.origin) : undefined;
    if (cancellation.reason !== null) {
      if (idleConnection !== undefined) closeConnection(idleConnection);
      throw cancellation.reason;
    }
    const send = (): void => {
      runBeforeSend(target, request);
      progress.isSent = true;
    };
    if (idleConnection !== undefined) {
      const before = bytesOf(idleConnection);
      try {
        return await this.sendOn(idleConnection, target, request, cancellation, send);
      } catch (error) {
        if (cancellation.reason !== null || isWithheld(error)) throw error;
        const { bytesIn, bytesOut } = bytesSince(before, idleConnection);
        // Closed before a byte was sent: retry on a new connection. After that the server may have read the request.
        if (bytesOut > 0) {
          progress.endedKeptConnection = bytesIn === 0;
          throw error;
        }
        progress.isSent = false;
      }
    }
    return this.sendOn(this.open(target, request, cancellation.signal), target, request, cancellation, send);
  }

  /**
   * Sends the request on a connection. `send` is called in the tick in which the request is written; if it throws, nothing is
   * written.
   */
  private sendOn(
    connection: Connection,
    target: Target,
    request: EgressRequest,
    cancellation: Cancellation,
    send: () => void,
  ): Promise<EgressResponse> {
    return request.maxBytes === null
      ? this.readHead(connection, target, request, cancellation, send)
      : this.readFullResponse(connection, target, request, cancellation, send);
  }

  /** Reads the complete response, then keeps or closes the connection. */
  private async readFullResponse(
    connection: Connection,
    target: Target,
    request: EgressRequest,
    cancellation: Cancellation,
    send: () => void,
  ): Promise<EgressResponse> {
    const before = bytesOf(connection);
    let isKept = false;
    let informational = 0;
    const onInfo = (): void => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) cancellation.cancel(tooManyInformational(target));
    };
    const client = connection.client.compose(
      (dispatch) => (options, handler) => dispatch(options, withSendHook(handler, send)),
    );
    try {
      const response = await client.request({
        ...dispatchOptions(target, request),
        signal: cancellation.signal,
        onInfo,
      });
      const body = await bodyOf(response, request);
      const { statusCode: status, headers } = response;
      if (isCutByReset(connection, headers)) throw new EgressError('network', `${target.host} reset the connection`);
      // Unread bytes of a body would be taken for the next response. HEAD and 204 have no body to read, so their connections are closed.
      isKept = request.keepAlive === true && response.body.readableEnded;
      return { status, headers: joinHeaders(headers), body, ...traceOf(before, connection) };
    } finally {
      if (isKept) this.connections.release(target.url.origin, connection);
      else closeConnection(connection);
    }
  }

  /** Reads the head of the response, then keeps or closes the connection. */
  private async readHead(
    connection: Connection,
    target: Target,
    request: EgressRequest,
    cancellation: Cancellation,
    send: () => void,
  ): Promise<EgressResponse> {
    const before = bytesOf(connection);
    const reader = new ResponseHeadReader(SKIPPED_BYTES, () => tooManyInformational(target), request.previewBytes);
    cancellation.onCancel = (reason) => reader.abort(reason);
    let isKept = false;
    try {
      connection.client.dispatch(dispatchOptions(target, request), withSendHook(reader, send));
      const { status, headers } = await reader.head;
      isKept = request.keepAlive === true;
      if (isKept) this.keepAfter(reader, connection, target.url.origin);
      const preview = async (): Promise<Buffer> => {
        await reader.ended();
        return reader.preview;
      };
      return { status, headers: joinHeaders(headers), body: NO_BYTES, ...traceOf(before, connection), preview };
    } finally {
      if (!isKept) closeConnection(connection);
    }
  }

  /** Keeps the connection after the body is skipped; closes it if the body is too large or too slow. Never throws. */
  private keepAfter(reader: ResponseHeadReader, connection: Connection, origin: string): void {
    const keepOrClose = (isComplete: boolean): void => {
      if (isComplete) this.connections.release(origin, connection);
      else closeConnection(connection);
    };
    if (reader.isComplete !== null) return keepOrClose(reader.isComplete);
    const timer = setTimeout(() => reader.abort(new Error('the body is too slow to be skipped')), SKIPPING_MS);
    void reader.ended().then((isComplete) => {
      clearTimeout(timer);
      keepOrClose(isComplete);
    });
  }

  /** Creates a connection that is dialled and checked with its first request. It never reconnects. */
  private open(target: Target, { keepAlive }: EgressRequest, signal: AbortSignal): Connection {
    let isDialled = false;
    const client = new Client(target.url.origin, {
      pipelining: keepAlive === true ? 1 : 0,
      keepAliveTimeout: CONNECTION_IDLE_MS,
      keepAliveMaxTimeout: CONNECTION_IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Idle timeouts are off: a server that sends single bytes would reset them without end.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, callback) => {
        if (isDialled) return callback(new EgressError('network', `${target.host} closed the connection`), null);
        isDialled = true;
        this.connect(target, signal).then(
          (socket) => {
            connection.socket = socket;
            connection.certificateEndsAt = certificateEnd(socket);
            callback(null, socket);
          },
          (error: unknown) => callback(error instanceof Error ? error : new Error('not connected'), null),
        );
      },
    });
    const connection: Connection = {
      client,
      socket: undefined,
      certificateEndsAt: null,
      endsAt: performance.now() + CONNECTION_MAX_AGE_MS,
    };
    return connection;
  }

  private connect(target: Target, signal: AbortSignal): Promise<Socket> {
    const { resolver } = this;
    return dial(target, { ...this.options, resolver, secure: target.secure, signal });
  }
}

/** Cancels a request before its response is complete. Creates an `AbortSignal` only on demand, because most requests need none. */
class Cancellation {
  /** The reason; null while the request is not cancelled. */
  reason: EgressError | null = null;
  /** Called once, on cancellation. */
  onCancel: (reason: EgressError) => void = () => undefined;
  private controller: AbortController | null = null;

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.reason !== null) this.controller.abort(this.reason);
    return this.controller.signal;
  }

  cancel(reason: EgressError): void {
    if (this.reason !== null) return;
    this.reason = reason;
    this.controller?.abort(reason);
    this.onCancel(reason);
  }
}

interface Progress {
  /** The request was written to a connection and may have arrived. */
  isSent: boolean;
  /** The request was written to a kept connection, which ended before a byte of the response arrived. */
  endedKeptConnection: boolean;
}

function egressErrorOf(error: unknown, target: Target, progress: Progress): EgressError {
  const failure = asEgressError(error, target.host);
  return progress.isSent ? afterSending(failure, progress.endedKeptConnection) : failure;
}

const isWithheld = (error: unknown): boolean => error instanceof EgressError && error.kind === 'withheld';

function runBeforeSend({ host }: Target, { beforeSend }: EgressRequest): void {
  try {
    beforeSend?.();
  } catch (cause) {
    throw new EgressError('withheld', `The request to ${host} was withheld`, { cause });
  }
}

/**
 * Wraps `handler` so that `send` runs before `onRequestStart`. The client calls `onRequestStart` once it has a connection, and
 * writes the request in the same tick unless the call throws.
 */
function withSendHook(handler: Dispatcher.DispatchHandler, send: () => void): Dispatcher.DispatchHandler {
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

const bytesOf = ({ socket }: Connection): { readonly bytesIn: number; readonly bytesOut: number } => ({
  bytesIn: socket?.bytesRead ?? 0,
  bytesOut: socket?.bytesWritten ?? 0,
});

function bytesSince(before: ReturnType<typeof bytesOf>, connection: Connection): ReturnType<typeof bytesOf> {
  const { bytesIn, bytesOut } = bytesOf(connection);
  return { bytesIn: bytesIn - before.bytesIn, bytesOut: bytesOut - before.bytesOut };
}

/** What a response states about its connection: the bytes of its exchange, and the end of the certificate. */
function traceOf(
  before: ReturnType<typeof bytesOf>,
  connection: Connection,
): Pick<EgressResponse, 'bytesIn' | 'bytesOut' | 'certificateEndsAt'> {
  return { ...bytesSince(before, connection), certificateEndsAt: connection.certificateEndsAt };
}

function tooManyInformational({ host }: Target): EgressError {
  return new EgressError('network', `${host} sent too many informational responses`, {
    cause: { code: 'HPE_INFORMATIONAL' },
  });
}

function abortError(): EgressError {
  return new EgressError('aborted', 'The request was cancelled');
}

/**
 * Whether the connection was reset during a body whose length the server does not state. The end of the connection ends such a body, and
 * the client takes a reset for an end.
 */
function isCutByReset({ socket }: Connection, headers: Dispatcher.ResponseData['headers']): boolean {
  const isFramed = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return !isFramed && (socket?.errored as NodeJS.ErrnoException | null | undefined)?.code === 'ECONNRESET';
}
