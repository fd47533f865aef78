/** The messages of the client: what a request states, and what its response gives. */
import type { Dispatcher } from 'undici';
import { foldIdentity } from '@libs/kernel';
import type { EgressPolicy } from './address-policy';
import { ACCEPTED_ENCODINGS, readBody } from './read-body';
import type { Target } from './target';

export interface EgressRequest {
  /** Who sends it, for the metrics: the slug of a source, or a name of the service's own. Default: `other`. */
  readonly source?: string;
  /** The caller has begun the span of this request. */
  readonly hasSpan?: boolean;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Default: `ADAPTER_EGRESS`. */
  readonly policy?: EgressPolicy;
  /** For the whole exchange, from the look-up to the last byte. */
  readonly timeoutMs?: number;
  /** Limit of the decompressed body in bytes; null: the body is not read, and the connection is closed after the headers. */
  readonly maxBytes?: number | null;
  /**
   * Reuse a connection of an earlier request and keep it for a later one. If the kept connection has closed, a new one is opened.
   * If it closes after bytes of this request were sent, the request fails, because the server may have read it; the error has
   * `endedKeptConnection` if no byte of a response arrived. A connection is kept after a complete response. With `maxBytes: null`,
   * a body that is slow or larger than 4 KiB closes it. Ignored for a request whose authorization applies to its connection
   * (NTLM, Negotiate).
   */
  readonly keepAlive?: boolean;
  /** With `keepAlive`: send on a new connection, which is kept for a later request. */
  readonly newConnection?: boolean;
  /** With `keepAlive` and `maxBytes: null`: how many bytes of the body `EgressResponse.preview` returns, at most 4 KiB. Default 0. */
  readonly previewBytes?: number;
  readonly signal?: AbortSignal;
  /**
   * Called in the tick in which the first byte is written to the connection: after look-up, handshake and every wait. Called
   * again if a kept connection had closed and a new one is used. If it throws, nothing is sent, and the request fails with kind
   * `withheld` and the thrown value as `cause`.
   */
  readonly beforeSend?: () => void;
}

export interface EgressResponse {
  readonly status: number;
  /** Lower-case names; repeated headers are joined by a comma, cookies by a newline. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed; empty if the body was not read. */
  readonly body: Buffer;
  /** Bytes on the wire, headers included. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** When the certificate of the server ends; null without TLS. */
  readonly certificateEndsAt: Date | null;
  /**
   * With `keepAlive` and `maxBytes: null`: resolves to the first `previewBytes` bytes of the skipped body, not decompressed, at the latest half a second after
   * the head. A body that is cut off gives the bytes that arrived. Never rejects.
   */
  readonly preview?: () => Promise<Buffer>;
}

const DEFAULT_MAX_BYTES = 20 * 1024 * 1024;
/** Headers that the client sets itself: they frame the message, name the host, or name the encodings that the client decodes. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'keep-alive',
  'accept-encoding',
]);
/** Authorization that a server may apply to later requests on the same connection, in contradiction to HTTP. */
const CONNECTION_AUTHORIZATION = /^\s*(ntlm|negotiate)\b/i;

/** The request, without `keepAlive` if its authorization applies to the connection: later requests must not inherit it. */
export function isolated(request: EgressRequest): EgressRequest {
  const bindsConnection = Object.entries(request.headers ?? {}).some(
    ([name, value]) => foldIdentity(name) === 'authorization' && CONNECTION_AUTHORIZATION.test(value),
  );
  return bindsConnection ? { ...request, keepAlive: false } : request;
}

/** The request as the connection sends it, without the headers that the client sets itself. */
export function dispatchOptions(
  { url }: Target,
  { method = 'GET', headers = {}, body }: EgressRequest,
): Dispatcher.DispatchOptions {
  const given = Object.entries(headers)
    .map(([name, value]) => [foldIdentity(name), value] as const)
    .filter(([name]) => !OWN_HEADERS.has(name));
  // An assignment of `__proto__`, which is a valid name, would add no header.
  const sentHeaders = Object.fromEntries([['accept-encoding', ACCEPTED_ENCODINGS], ...given]);
  return { method, path: `${url.pathname}${url.search}`, headers: sentHeaders, body: body ?? null };
}

/** Reads the body of a response and decompresses it. Destroys the body if it has none to read, or if reading fails. */
export async function bodyOf(response: Dispatcher.ResponseData, { method, maxBytes }: EgressRequest): Promise<Buffer> {
  if (method === 'HEAD' || response.statusCode === 204 || response.statusCode === 304) {
    response.body.on('error', () => undefined).destroy();
    return Buffer.alloc(0);
  }
  const encoding = joinHeaders({ encoding: response.headers['content-encoding'] })['encoding'] ?? '';
  try {
    return await readBody(response.body, encoding, maxBytes ?? DEFAULT_MAX_BYTES);
  } catch (error) {
    response.body.on('error', () => undefined).destroy();
    throw error;
  }
}

/** The headers with names in lower case; repeated ones are joined by a comma, cookies by a newline. */
export function joinHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      result[foldIdentity(name)] = Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : value;
  }
  return result;
}
