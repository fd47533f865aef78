/**
 * The one HTTP client for addresses that somebody outside chose: platforms' pages and webhook targets (decisions §5, §8).
 *
 * It checks the text of the address, the name, every DNS answer and the socket (`target.ts`, `dial.ts`), and bounds
 * everything an answer can do: look-up 2 s, connect and TLS 5 s, one limit for the whole exchange by our own clock,
 * 16 KiB of headers, 10 informational answers, a number of body bytes. It follows no redirect, knows no cookie, reads no
 * proxy from the environment, and opens a new connection for each request, so that no socket outlives its check.
 */
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { ADAPTER_EGRESS, type EgressPolicy } from './address-policy';
import { dial } from './dial';
import { afterSending, asEgressError, EgressError } from './egress-error';
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
  readonly signal?: AbortSignal;
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
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_INFORMATIONAL = 10;
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

export class GuardedClient {
  private readonly resolver: NameResolver;

  constructor(private readonly options: GuardedClientOptions = {}) {
    this.resolver = options.resolver ?? new DnsResolver();
  }

  /** One exchange. Every status is an answer; every failure is an `EgressError`. */
  async request(address: string, request: EgressRequest = {}): Promise<EgressResponse> {
    const target = readTarget(address, request.policy ?? ADAPTER_EGRESS, this.options);
    const { timeoutMs = DEFAULT_TIMEOUT_MS, signal } = request;
    if (signal?.aborted) throw cancelled();
    const stop = new AbortController();
    const late = setTimeout(
      () => stop.abort(new EgressError('timeout', `${target.host} did not answer in time`)),
      timeoutMs,
    );
    const onAbort = () => stop.abort(cancelled());
    signal?.addEventListener('abort', onAbort, { once: true });
    const progress = { connected: false };
    try {
      return await this.exchange(target, request, stop, progress);
    } catch (error) {
      // Once stopped, whatever broke is a consequence of that.
      const failure = asEgressError(stop.signal.aborted ? stop.signal.reason : error, target.host);
      throw progress.connected ? afterSending(failure) : failure;
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  private async exchange(
    target: Target,
    request: EgressRequest,
    stop: AbortController,
    progress: { connected: boolean },
  ): Promise<EgressResponse> {
    let socket: Socket | undefined;
    const client = new Client(target.url.origin, {
      pipelining: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Limits that count idle time are switched off: a dripping server resets those for ever.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, callback) => {
        this.connect(target, stop.signal).then(
          (connected) => {
            socket = connected;
            // The request is written as soon as there is a connection; how much of it arrives nobody can tell.
            progress.connected = true;
            callback(null, connected);
          },
          (error: unknown) => callback(error instanceof Error ? error : new Error('not connected'), null),
        );
      },
    });
    try {
      const response = await client.request(message(target, request, stop));
      const body = await bodyOf(response, request);
      return {
        status: response.statusCode,
        headers: flat(response.headers),
        body,
        bytesIn: socket?.bytesRead ?? 0,
        bytesOut: socket?.bytesWritten ?? 0,
      };
    } finally {
      await client.destroy();
      socket?.destroy();
    }
  }

  private connect(target: Target, signal: AbortSignal): Promise<Socket> {
    const { resolver } = this;
    return dial(target, { ...this.options, resolver, secure: target.secure, signal });
  }
}

function message(target: Target, request: EgressRequest, stop: AbortController): Dispatcher.RequestOptions {
  let informational = 0;
  return {
    method: request.method ?? 'GET',
    path: `${target.url.pathname}${target.url.search}`,
    headers: {
      'accept-encoding': ACCEPTED_ENCODINGS,
      ...Object.fromEntries(
        Object.entries(request.headers ?? {})
          .map(([name, value]) => [name.toLowerCase(), value] as const)
          .filter(([name]) => !OWN_HEADERS.has(name)),
      ),
    },
    body: request.body ?? null,
    signal: stop.signal,
    onInfo: () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) {
        stop.abort(new EgressError('network', `${target.host} sent too many informational answers`));
      }
    },
  };
}

async function bodyOf(response: Dispatcher.ResponseData, { method, maxBytes }: EgressRequest): Promise<Buffer> {
  if (maxBytes === null || method === 'HEAD' || response.statusCode === 204 || response.statusCode === 304) {
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
