import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@libs/kernel';
import { closeUnresponsive } from './unresponsive-clients';
import { errorBody } from './error-response';
import { unreadable } from './input-fields';
import { readRequestId } from './request-context';
import { rawSecurityHeaders } from './security-headers';

/** Limits for slow senders. The keep-alive time exceeds the usual 60 s of load balancers. */
const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  maxRequestsPerSocket: 0,
} as const;

/** A connection beyond this number is closed at once. Each connection uses about ten kilobytes and a file descriptor. */
export const MAX_CONNECTIONS = 5_000;

/** How often Node checks for slow senders. This can be set only when the server is created. */
export const CONNECTIONS_CHECKING_INTERVAL_MS = 5_000;

/** Sets the limits of a server, and responds to malformed requests in JSON, before the middleware of the application. */
export function limitServer(server: Server, { hstsSubdomains } = { hstsSubdomains: false }): void {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    ...rawSecurityHeaders(hstsSubdomains),
    Connection: 'close',
  };
  Object.assign(server, LIMITS, { requireHostHeader: false, maxConnections: MAX_CONNECTIONS });
  closeUnresponsive(server);
  server.on('clientError', (error, socket) => respondToClientError(error, socket as Socket, headers));
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('X-Request-Id', readRequestId(request.headers['x-request-id']));
    respondRaw(
      response,
      unreadable(`Expect: ${String(request.headers.expect).slice(0, 40)} is not understood`),
      headers,
    );
  });
}

type Headers = Readonly<Record<string, string>>;

function respondRaw(response: ServerResponse, error: AppError, headers: Headers): void {
  const body = errorBody(error);
  response.writeHead(error.status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

function respondToClientError(error: NodeJS.ErrnoException, socket: Socket, headers: Headers): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = errorBody(unreadable(detailOf(error.code)));
  const lines = [
    'HTTP/1.1 400 Bad Request',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

function detailOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers are too large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive in time';
  return 'Malformed HTTP request';
}
