/**
 * A client that sends exactly the given bytes: Node's client refuses to send many requests of hostile or broken clients. Each
 * request has its own connection, which carries one response.
 */
import { connect } from 'node:net';

export interface WireRequest {
  readonly method: string;
  /** As in the request line, with its query. Characters above U+00FF are not allowed, because each character is one byte. */
  readonly path: string;
  /** A list, because a header may be sent twice. Values are latin1. */
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Buffer;
}

export interface WireAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as text; empty if there is none. */
  readonly text: string;
  /** Parsed body; undefined if it is empty or not JSON. */
  readonly body: unknown;
  /** Every byte of the response, including its head. */
  readonly raw: string;
  readonly ms: number;
}

const RESPONSE_LIMIT_MS = 60_000;

/** Sends a well-framed request: `Host`, `Connection: close` and `Content-Length` are added. */
export function send(address: string, request: WireRequest): Promise<WireAnswer> {
  const body = Buffer.from(request.body ?? '');
  const framing: [string, string][] = [
    ['Host', 'api.test'],
    ['Connection', 'close'],
  ];
  if (request.body !== undefined) framing.push(['Content-Length', String(body.length)]);
  const lines = [...framing, ...(request.headers ?? [])].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${lines}\r\n`, 'latin1');
  return exchange(address, Buffer.concat([head, body]), request.method);
}

/**
 * Sends bytes unchanged and reads one response. Rejects if none arrives within a minute, or the connection ends without one.
 * `endsEarly` closes the sending side after the bytes, like a client that stops in the middle of a request.
 */
export function exchange(address: string, bytes: Buffer, method = 'GET', endsEarly = false): Promise<WireAnswer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1' });
    let received = Buffer.alloc(0);
    const finish = (isOver: boolean, reason: string): void => {
      const answer = parseAnswer(received, method, isOver, performance.now() - began);
      if (answer === null && !isOver) return;
      clearTimeout(timer);
      socket
        .removeAllListeners()
        .on('error', () => undefined)
        .destroy();
      if (answer === null) reject(new Error(`no answer (${reason}) to ${bytes.subarray(0, 200).toString('latin1')}`));
      else resolve(answer);
    };
    const timer = setTimeout(() => finish(true, 'timeout'), RESPONSE_LIMIT_MS);
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      finish(false, '');
    });
    // A server that refuses a long body early may reset the connection after its response.
    socket.on('error', (error) => finish(true, error.message)).on('close', () => finish(true, 'closed'));
    if (endsEarly) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** The first final response in the bytes; null while it is incomplete. */
function parseAnswer(bytes: Buffer, method: string, isOver: boolean, ms: number): WireAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  if (status < 200) return parseAnswer(bytes.subarray(end + 4), method, isOver, ms);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = bodyLength(status, method, headers);
  const body = bytes.subarray(end + 4);
  if (!isOver && (length === null || body.length < length)) return null;
  const text = (length === null ? body : body.subarray(0, length)).toString('utf8');
  return { status, headers, text, body: parsed(text), raw: bytes.toString('utf8'), ms };
}

/** Null if only the end of the connection ends the body. */
function bodyLength(status: number, method: string, headers: Readonly<Record<string, string>>): number | null {
  if (method === 'HEAD' || status === 204 || status === 304) return 0;
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Runs `work` for all items, at most `width` at a time. Returns the results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}
