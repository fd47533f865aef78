import { request as startRequest, type IncomingMessage, type Server } from 'node:http';
import { duplexPair, type Duplex } from 'node:stream';

/** On whose behalf requests are sent. */
export interface Origin {
  /** The address of the client, which the requests have as their own. */
  readonly address: string;
  /** The `X-Request-Id` of all requests. */
  readonly requestId: string;
}

/**
 * A `fetch` that sends requests to the server of this process, through a pair of streams in memory: no port is opened, and no connection
 * leaves the process. A request has everything that one over the network has: its key is checked and counted, its input is checked, its
 * actor is audited, and its line is logged. Only the path and the query of the address are used.
 */
export function inProcessFetch(server: Server, origin: Origin): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const { method = 'GET', body, signal } = init;
    if (body !== undefined && body !== null && typeof body !== 'string') throw new TypeError('a body must be text');
    const headers = Object.fromEntries(new Headers(init.headers));
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      startRequest({
        createConnection: () => connectionTo(server, origin.address),
        method,
        path: `${pathname}${search}`,
        headers: { ...headers, host: 'hrev.internal', 'x-request-id': origin.requestId, connection: 'close' },
        ...(signal && { signal }),
      })
        .once('response', resolve)
        .once('error', reject)
        .end(body ?? undefined);
    });
    const parts: Buffer[] = [];
    for await (const part of message) parts.push(part as Buffer);
    const { statusCode: status = 500, headers: received } = message;
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: textsOf(received) });
  };
}

/** Gives the server one end of a connection, as its documentation of the event `connection` describes, and returns the other end. */
function connectionTo(server: Server, address: string): Duplex {
  const [client, served] = duplexPair();
  Object.assign(served, { remoteAddress: address });
  client.once('close', () => served.destroy());
  server.emit('connection', served);
  return client;
}

const textsOf = (headers: IncomingMessage['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((text): [string, string] => [name, text]));
