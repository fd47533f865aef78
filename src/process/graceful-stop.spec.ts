import { Agent, createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@libs/logging';
import { drain, stopGracefully } from './graceful-stop';

const silent = createLogger('silent', 'test');

function serve(answerAfterMs: number): Promise<Server> {
  const server = createServer((_, response) => void setTimeout(() => response.end('done'), answerAfterMs).unref());
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

describe('graceful stop (reliability D52, F30)', () => {
  it('lets what is in flight end, refuses new connections, does not wait for idle ones', async () => {
    const server = await serve(300);
    const agent = new Agent({ keepAlive: true });
    const port = portOf(server);
    await ask(port, agent);
    const inFlight = ask(port, agent);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const began = performance.now();
    const drained = drain(server, 5_000);
    await expect(ask(port)).rejects.toThrow(/ECONNREFUSED/);
    expect((await inFlight).body).toBe('done');
    expect(await drained).toBe(true);
    expect(performance.now() - began).toBeLessThan(1_500);
    agent.destroy();
  });

  it('cuts what does not end in time', async () => {
    const server = await serve(60_000);
    const cut = ask(portOf(server)).then(
      () => 'answered',
      () => 'cut',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await drain(server, 200)).toBe(false);
    expect(await cut).toBe('cut');
  });

  it('goes in order: not ready, port, service, database; and a part that fails does not keep the rest', async () => {
    const order: string[] = [];
    const server = await serve(0);
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
