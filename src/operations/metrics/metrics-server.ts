import { createServer, type Server, type ServerResponse } from 'node:http';
import { METRICS_TYPE } from '@libs/metrics';
import type { Metrics } from './metrics.service';

/** Serves the metrics at `/metrics`, without authentication: the port is for the operator's own network. */
export async function listenForMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0];
    if (path !== '/metrics') send(response, 404, 'not found\n');
    else if (request.method !== 'GET' && request.method !== 'HEAD') send(response, 405, 'only GET is allowed\n');
    else
      metrics.text().then(
        (text) => send(response, 200, text),
        () => send(response, 503, 'the metrics cannot be read at the moment\n'),
      );
  });
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  metrics.start();
  return server;
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': METRICS_TYPE,
    'Content-Length': Buffer.byteLength(text),
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
  });
  response.end(text);
}
