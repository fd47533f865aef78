import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { OpenPass } from './proxy-pass';
import type { Target } from './target';

/** Meant for one connection (RFC 9110 §7.6.1) or for this proxy. */
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

/** Passes one plain-http request on over a connection that was already checked, and its answer back, counting both. */
export async function forwardPlainRequest(
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  upstream: Socket,
  pass: OpenPass,
): Promise<void> {
  const outgoing = httpRequest({
    createConnection: () => upstream,
    method: request.method ?? 'GET',
    path: `${target.url.pathname}${target.url.search}`,
    // The host that was judged, whatever the browser wrote.
    headers: { ...endToEnd(request), host: target.url.host, connection: 'close' },
  });
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).once('error', reject);
      outgoing.once('upgrade', () => reject(new Error('unasked upgrade')));
    });
    request.on('data', (chunk: Buffer) => pass.countOut(chunk.length));
    const sent = pipeline(request, outgoing);
    sent.catch(() => undefined);
    const answer = await answered;
    answer.on('data', (chunk: Buffer) => pass.countIn(chunk.length));
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer));
    await pipeline(answer, response);
  } finally {
    outgoing.on('error', () => undefined);
    upstream.destroy();
  }
}

function endToEnd(message: IncomingMessage): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name)) kept[name] = value;
  }
  return kept;
}
