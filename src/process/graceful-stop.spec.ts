import { Agent, createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { eventually } from '@test/support/eventually';
import { drain, stopGracefully } from './graceful-stop';

beforeAll(() => Logger.overrideLogger(false));

/** Longer than the timeout of a test. */
const ENDLESS_MS = 600_000;

function serve(respond: (response: ServerResponse) => void): Promise<Server> {
  const server = createServer((_, response) => respond(response));
  server.keepAliveTimeout = ENDLESS_MS;
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function send(port: number, agent?: Agent): Promise<{ body: string; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ body, connection: response.headers.connection }));
    }).on('error', reject);
  });
}

async function untilOpen(open: readonly ServerResponse[], count: number): Promise<void> {
  await eventually(`${count} open requests`, 60_000, () => open.length >= count);
}

describe('graceful stop (docs/faults.md F30)', () => {
  it('lets requests in flight end, refuses new connections, and does not wait for idle connections', async () => {
    const openResponses: ServerResponse[] = [];
    const server = await serve((response) => void openResponses.push(response));
    const agent = new Agent({ keepAlive: true });
    const port = portOf(server);
    const responses = [send(port, agent), send(port, agent)];
    await untilOpen(openResponses, 2);
    openResponses.shift()?.end('done');
    // The connection of the first response is idle from now on.
    await Promise.race(responses);
    const drainResult = drain(server, ENDLESS_MS);
    await expect(send(port)).rejects.toThrow(/ECONNREFUSED/);
    openResponses.shift()?.end('done');
    expect((await Promise.all(responses)).map(({ body }) => body)).toEqual(['done', 'done']);
    expect(await drainResult).toBe(true);
    agent.destroy();
  });

  it('closes the connections of requests that do not end in time', async () => {
    const openResponses: ServerResponse[] = [];
    const server = await serve((response) => void openResponses.push(response));
    const outcome = send(portOf(server)).then(
      () => 'response',
      () => 'closed',
    );
    await untilOpen(openResponses, 1);
    expect(await drain(server, 200)).toBe(false);
    expect(await outcome).toBe('closed');
  });

  it('responds during the pause for load balancers, and closes keep-alive connections with their next response (docs/faults.md L13)', async () => {
    const server = await serve((response) => void response.end('done'));
    const agent = new Agent({ keepAlive: true });
    const sendAgain = (): Promise<{ body: string; connection: string | undefined }> => send(portOf(server), agent);
    expect(await sendAgain()).toEqual({ body: 'done', connection: 'keep-alive' });
    const doNothing = (): Promise<void> => Promise.resolve();
    let isNotReady = false;
    const stopped = stopGracefully({
      delayMs: 500,
      server,
      leave: () => void (isNotReady = true),
      close: doNothing,
      leaveDatabase: doNothing,
    });
    expect([isNotReady, await sendAgain()]).toEqual([true, { body: 'done', connection: 'close' }]);
    expect(await stopped).toBe(true);
    agent.destroy();
  });

  it('ends readiness, then closes port, service and database in order, even if one step fails', async () => {
    const order: string[] = [];
    const server = await serve((response) => void response.end('done'));
    server.on('close', () => order.push('port'));
    const clean = await stopGracefully({
      delayMs: 20,
      server,
      leave: () => order.push('not ready'),
      close: () => {
        order.push('service');
        return Promise.reject(new Error('no'));
      },
      leaveDatabase: () => Promise.resolve(void order.push('database')),
    });
    expect(order).toEqual(['not ready', 'port', 'service', 'database']);
    expect(clean).toBe(false);
  });
});
