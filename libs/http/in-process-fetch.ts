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
    return responseOf(await answerTo(server, origin, `${pathname}${search}`, init));
  };
}

/** The answer of the server, whose body is not read yet. */
function answerTo(server: Server, origin: Origin, path: string, init: RequestInit): Promise<IncomingMessage> {
  const { method = 'GET', signal } = init;
  const own = { host: 'hrev.internal', 'x-request-id': origin.requestId, connection: 'close' };
  return new Promise((resolve, reject) => {
    startRequest({
      createConnection: () => connectionTo(server, origin.address),
      method,
      path,
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...own },
      ...(signal && { signal }),
    })
      .once('response', resolve)
      .once('error', reject)
      .end(bodyOf(init));
  });
}

function bodyOf({ body }: RequestInit): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body !== 'string') throw new TypeError('a body must be text');
  return body;
}

async function responseOf(message: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  const { statusCode: status = 500, headers } = message;
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: textsOf(headers) });
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
  Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((text): [string, string] => [name, text]),
  );
