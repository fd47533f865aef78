import { lookup } from 'node:dns/promises';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { forbiddenAddress, systemCode } from '@libs/egress';
import { AppError, cleanText, failureClass, parsedUrl, type FailureWithoutResponse } from '@libs/kernel';

/** A request as the service would send it. */
export interface LocalRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the local receiver answered. */
export interface LocalAnswer {
  /** Null if no response arrived. */
  readonly status: number | null;
  /** Why no response arrived; null after a response. */
  readonly error: Exclude<FailureWithoutResponse, 'blocked_address'> | null;
  /** The code of the system, such as ECONNREFUSED, for the terminal. */
  readonly code: string | null;
  readonly durationMs: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body. */
  readonly body: string;
}

const BODY_CHARACTERS = 2_048;
const MAX_HEADERS = 50;
const MAX_HEADER_LENGTH = 500;
/** Of all names and values together, as the service shows them. */
const MAX_TOTAL_LENGTH = 4_096;
/** How long the beginning of a body is waited for. */
const BODY_WAIT_MS = 500;

/**
 * Throws `validation_error` for an address that is not http or https, and for one outside of this machine and its networks, unless `allowAny`:
 * deliveries contain texts of reviews, and a mistyped address would send them to an unknown receiver.
 */
export async function localTarget(address: string, allowAny: boolean): Promise<URL> {
  const url = parsedUrl(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new AppError('validation_error', '--forward-to must be an http or https address');
  if (allowAny) return url;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true }).catch((error: unknown) => {
    throw new AppError('validation_error', `--forward-to: ${host} cannot be found (${systemCode(error)})`);
  });
  // The addresses that the service refuses are those of machines and private networks.
  if (found.some(({ address: ip }) => forbiddenAddress(ip) === null))
    throw new AppError('validation_error', `--forward-to: ${host} is not on this machine or network; add --allow-any`);
  return url;
}

/**
 * Sends a delivery to the receiver of the developer, with exactly its headers and bytes, and without following redirects. It does not use the
 * guarded client of the service (contract §11), which protects the network of the operator from foreign addresses: this is the
 * developer's own process, address and network. A failure is an answer; rejects only if `signal` is aborted.
 */
export async function forward(
  target: URL,
  request: LocalRequest,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<LocalAnswer> {
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await responseTo(target, request, AbortSignal.any([signal, limit]));
    const durationMs = elapsed();
    const body = await beginningOf(response);
    return {
      status: response.statusCode ?? 0,
      error: null,
      code: null,
      durationMs,
      headers: headersOf(response.headers),
      body,
    };
  } catch (error) {
    signal.throwIfAborted();
    const code = systemCode(error);
    const failure = failureClass(limit.aborted ? { kind: 'timeout', code } : { kind: 'network', code });
    const failed = failure === 'blocked_address' ? 'reset' : failure;
    return { status: null, error: failed, code, durationMs: elapsed(), headers: {}, body: '' };
  }
}

function responseTo(
  target: URL,
  { method, headers, body }: LocalRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    // A connection of its own, because a receiver may close an idle one at the moment of the next request.
    const options = { method, headers: { ...headers, 'Content-Length': bytes.length }, signal, agent: false } as const;
    const sent = target.protocol === 'https:' ? https.request(target, options) : http.request(target, options);
    sent.once('response', resolve).on('error', reject).end(bytes);
  });
}

/** The beginning of the body as text. Waits half a second for it; the rest is not read. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const timer = setTimeout(() => response.destroy(), BODY_WAIT_MS);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= BODY_CHARACTERS) break;
    }
  } catch {
    // What has arrived is shown.
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, BODY_CHARACTERS), { stream: true });
  return cleanText(text);
}

function headersOf(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const kept: [string, string][] = [];
  let left = MAX_TOTAL_LENGTH;
  for (const [name, value = ''] of Object.entries(headers).slice(0, MAX_HEADERS)) {
    const text = cleanText([value].flat().join(', ').slice(0, MAX_HEADER_LENGTH));
    left -= name.length + text.length;
    if (left < 0) break;
    kept.push([name, text]);
  }
  return Object.fromEntries(kept);
}
