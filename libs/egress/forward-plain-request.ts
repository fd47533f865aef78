import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { OpenProxySession } from './proxy-session';
import type { Target } from './target';

/** Hop-by-hop headers (RFC 9110 §7.6.1) and headers for this proxy. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Forwards a plain-HTTP request over a checked connection, sends the response to the browser, and counts the bytes of both. */
export async function forwardPlainRequest(
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  upstream: Socket,
  session: OpenProxySession,
): Promise<void> {
  const outgoing = httpRequest({
    createConnection: () => upstream,
    method: request.method ?? 'GET',
    path: `${target.url.pathname}${target.url.search}`,
    // The checked host replaces the one that the browser sent.
    headers: { ...endToEnd(request), host: target.url.host, connection: 'close' },
  });
  try {
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).once('error', reject);
      outgoing.once('upgrade', () => reject(new Error('unexpected upgrade')));
    });
    request.on('data', (chunk: Buffer) => session.countOut(chunk.length));
    const sent = pipeline(request, outgoing);
    sent.catch(() => undefined);
    const upstreamResponse = await responded;
    upstreamResponse.on('data', (chunk: Buffer) => session.countIn(chunk.length));
    response.writeHead(upstreamResponse.statusCode ?? 502, endToEnd(upstreamResponse));
    await pipeline(upstreamResponse, response);
  } finally {
    outgoing.on('error', () => undefined);
    upstream.destroy();
  }
}

function endToEnd(message: IncomingMessage): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name)) result[name] = value;
  }
  return result;
}
