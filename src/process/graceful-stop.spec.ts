import { Agent, createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@libs/logging';
import { eventually } from '@test/support/eventually';
import { drain, stopGracefully } from './graceful-stop';

const silent = createLogger('silent', 'test');

/** Longer than the timeout of a test. */
const ENDLESS_MS = 600_000;

function serve(answer: (response: ServerResponse) => void): Promise<Server> {
  const server = createServer((_, response) => answer(response));
  server.keepAliveTimeout = ENDLESS_MS;
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function ask(port: number, agent?: Agent): Promise<{ body: string; connection: string | undefined }> {
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

describe('graceful stop (fault F30)', () => {
  it('lets requests in flight end, refuses new connections, does not wait for idle ones', async () => {
    const open: ServerResponse[] = [];
    const server = await serve((response) => void open.push(response));
    const agent = new Agent({ keepAlive: true });
    const port = portOf(server);
    const answers = [ask(port, agent), ask(port, agent)];
    await untilOpen(open, 2);
    open.shift()?.end('done');
    // Its connection is idle from now on.
    await Promise.race(answers);
    const drained = drain(server, ENDLESS_MS);
    await expect(ask(port)).rejects.toThrow(/ECONNREFUSED/);
    open.shift()?.end('done');
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['done', 'done']);
    expect(await drained).toBe(true);
    agent.destroy();
  });

  it('cuts requests that do not end in time', async () => {
    const open: ServerResponse[] = [];
    const server = await serve((response) => void open.push(response));
    const cut = ask(portOf(server)).then(
      () => 'answered',
      () => 'cut',
    );
    await untilOpen(open, 1);
    expect(await drain(server, 200)).toBe(false);
    expect(await cut).toBe('cut');
  });

  it('keeps serving until load balancers notice, and closes kept-alive connections with their next response (L13)', async () => {
    const server = await serve((response) => void response.end('done'));
    const agent = new Agent({ keepAlive: true });
    const kept = (): Promise<{ body: string; connection: string | undefined }> => ask(portOf(server), agent);
    expect(await kept()).toEqual({ body: 'done', connection: 'keep-alive' });
    const nothing = (): Promise<void> => Promise.resolve();
    let left = false;
    const stopped = stopGracefully(
      { delayMs: 500, server, leave: () => void (left = true), close: nothing, leaveDatabase: nothing },
      silent,
    );
    expect([left, await kept()]).toEqual([true, { body: 'done', connection: 'close' }]);
    expect(await stopped).toBe(true);
    agent.destroy();
  });

  it('stops in order: readiness, port, service, database; a part that fails does not prevent the rest', async () => {
    const order: string[] = [];
    const server = await serve((response) => void response.end('done'));
    server.on('close', () => order.push('port'));
    const clean = await stopGracefully(
      {
        delayMs: 20,
        server,
        leave: () => order.push('not ready'),
        close: () => {
          order.push('service');
          return Promise.reject(new Error('no'));
        },
        leaveDatabase: () => Promise.resolve(void order.push('database')),
      },
      silent,
    );
    expect(order).toEqual(['not ready', 'port', 'service', 'database']);
    expect(clean).toBe(false);
  });
});
