import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Readiness } from '@src/health';

/** The two probes of a process without an API: `/health` (running) and `/health/read` (reads work). */
export async function listenForProbes(readiness: Readiness, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') send(response, 405, METHOD);
    else if (path === '/health') send(response, 200, { status: 'healthy' });
    else if (path === '/health/read')
      void readiness
        .isReady()
        .then((ready) => send(response, ready ? 200 : 503, ready ? { status: 'ready' } : NOT_READY));
    else send(response, 404, { detail: 'Not found', code: 'not_found' });
  });
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

const METHOD = { detail: 'Only GET is allowed here', code: 'method_not_allowed' };
const NOT_READY = { detail: 'Reads do not work at the moment', code: 'service_unavailable' };

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  const allow = status === 405 ? { Allow: 'GET, HEAD' } : {};
  response.writeHead(status, {
    ...allow,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
