/**
 * `beforeSend` is called when the request waits for nothing more, right before it is written. If it throws, nothing is sent
 * (contract §4.5; ADR 17).
 */
import type { RequestListener } from 'node:http';
import { Socket } from 'node:net';
import { startHttp, startTls, makeCertificate, type LocalServer } from '@test/support/egress/local-servers';
import { EgressError } from './egress-error';
import type { EgressRequest } from './egress-message';
import { GuardedClient } from './guarded-client';

const DEADLINE_PASSED = new Error('too late');
const throwDeadlinePassed = (): void => {
  throw DEADLINE_PASSED;
};
const WRITE: EgressRequest = { method: 'PUT', body: '{"reply":"thanks"}', timeoutMs: 600_000 };
const KEEP_ALIVE: EgressRequest = { ...WRITE, keepAlive: true, maxBytes: null };
const HEAD_ONLY: EgressRequest = { ...WRITE, maxBytes: null };

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function recordingServer(): Promise<{
  readonly server: LocalServer;
  readonly bodies: string[];
  client: GuardedClient;
}> {
  const bodies: string[] = [];
  const listener: RequestListener = (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(`${request.method} ${body}`);
      response.end('{}');
    });
  };
  const server = await startHttp(listener);
  const client = new GuardedClient({ exemptOrigins: [server.origin] });
  stops.push(server.stop, () => client.close());
  return { server, bodies, client };
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (error: unknown) => error,
  );

describe.each<[string, EgressRequest]>([
  ['whose response body is read', WRITE],
  ['whose response body is not read', HEAD_ONLY],
  ['that keeps its connection', KEEP_ALIVE],
])('a request %s', (_what, request) => {
  it('is not sent if `beforeSend` throws, and fails with kind `withheld`', async () => {
    const { server, bodies, client } = await recordingServer();
    const error = await failureOf(client.request(server.origin, { ...request, beforeSend: throwDeadlinePassed }));
    expect(error).toBeInstanceOf(EgressError);
    expect(error).toMatchObject({ kind: 'withheld', mayHaveArrived: false, cause: DEADLINE_PASSED });
    await client.request(server.origin, { ...request, body: 'another' });
    expect(bodies).toEqual(['PUT another']);
  });

  it('calls `beforeSend` after connecting, in the tick that writes its first byte', async () => {
    const { server, client } = await recordingServer();
    const events: string[] = [];
    const write = jest.spyOn(Socket.prototype, '_writev' as never);
    write.mockImplementation(function (this: Socket, ...chunks: unknown[]) {
      events.push('written');
      write.mockRestore();
      return (this as unknown as { _writev(...rest: unknown[]): unknown })._writev(...chunks);
    } as never);
    await client.request(server.origin, {
      ...request,
      beforeSend: () => {
        events.push(`called with ${server.connections()} connection`);
        // Deferred work, even a microtask, runs after the request is written.
        queueMicrotask(() => events.push('deferred'));
        process.nextTick(() => events.push('deferred'));
      },
    });
    expect(events).toEqual(['called with 1 connection', 'written', 'deferred', 'deferred']);
  });
});

it('`beforeSend` is called for each request on a kept connection', async () => {
  const { server, bodies, client } = await recordingServer();
  await client.request(server.origin, { ...KEEP_ALIVE, body: '1', beforeSend: () => undefined });
  expect(client.keptConnections).toBe(1);
  const error = await failureOf(
    client.request(server.origin, { ...KEEP_ALIVE, body: '2', beforeSend: throwDeadlinePassed }),
  );
  expect(error).toMatchObject({ kind: 'withheld', mayHaveArrived: false });
  expect([bodies, server.connections()]).toEqual([['PUT 1'], 1]);
});

it('`beforeSend` is called again for the new connection if the kept one is closed', async () => {
  const { server, bodies, client } = await recordingServer();
  await client.request(server.origin, { ...KEEP_ALIVE, body: '1' });
  let calls = 0;
  const throwOnSecondCall = (): void => {
    calls += 1;
    if (calls > 1) throw DEADLINE_PASSED;
    // Closes the connection between the call and the write, as a server may do.
    const destroy = jest.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket) {
      destroy.mockRestore();
      this.destroy(new Error('closed'));
      return false;
    });
  };
  const error = await failureOf(
    client.request(server.origin, { ...KEEP_ALIVE, body: '2', beforeSend: throwOnSecondCall }),
  );
  expect(error).toMatchObject({ kind: 'withheld', mayHaveArrived: false });
  expect([calls, bodies]).toEqual([2, ['PUT 1']]);
});

it('`beforeSend` is called after the TLS handshake', async () => {
  const certificate = makeCertificate('IP:127.0.0.1');
  if (certificate === null) return void process.stderr.write('skipped: no openssl on this machine\n');
  const server = await startTls({ key: certificate.key, cert: certificate.cert });
  stops.push(server.stop);
  const client = new GuardedClient({ exemptOrigins: [server.origin], authorities: [certificate.cert] });
  const calls: number[] = [];
  const beforeSend = (): void => void calls.push(server.connections());
  expect((await client.request(server.origin, { ...WRITE, beforeSend })).status).toBe(200);
  const error = await failureOf(client.request(server.origin, { ...WRITE, beforeSend: throwDeadlinePassed }));
  expect([error, calls]).toEqual([expect.objectContaining({ kind: 'withheld', mayHaveArrived: false }), [1]]);
});

it('`beforeSend` is not called if the host cannot be reached', async () => {
  const { server, client } = await recordingServer();
  await server.stop();
  const calls = jest.fn();
  const error = await failureOf(client.request(server.origin, { ...WRITE, beforeSend: calls }));
  expect(error).toMatchObject({ kind: 'network', mayHaveArrived: false });
  expect(calls).not.toHaveBeenCalled();
});
