/**
 * The last word before a request leaves (contract §4.5; ADR 17): whatever a request has to wait for, `beforeSend` is asked
 * behind it, and what it refuses reaches nobody.
 */
import type { RequestListener } from 'node:http';
import { Socket } from 'node:net';
import { startHttp, startTls, makeCertificate, type LocalServer } from '@test/support/egress/local-servers';
import { EgressError } from './egress-error';
import { GuardedClient, type EgressRequest } from './guarded-client';

const LATE = new Error('too late');
const refuse = (): void => {
  throw LATE;
};
const WRITE: EgressRequest = { method: 'PUT', body: '{"reply":"thanks"}', timeoutMs: 600_000 };
const KEPT: EgressRequest = { ...WRITE, keepAlive: true, maxBytes: null };
const HEAD: EgressRequest = { ...WRITE, maxBytes: null };

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function heard(): Promise<{ readonly server: LocalServer; readonly bodies: string[]; client: GuardedClient }> {
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
  ['whose answer is read', WRITE],
  ['whose answer is not read', HEAD],
  ['that leaves its connection to others', KEPT],
])('a request %s', (_what, request) => {
  it('is not sent where `beforeSend` refuses it, which proves that it did not arrive', async () => {
    const { server, bodies, client } = await heard();
    const error = await failureOf(client.request(server.origin, { ...request, beforeSend: refuse }));
    expect(error).toBeInstanceOf(EgressError);
    expect(error).toMatchObject({ kind: 'withheld', mayHaveArrived: false, cause: LATE });
    await client.request(server.origin, { ...request, body: 'another' });
    expect(bodies).toEqual(['PUT another']);
  });

  it('is asked about once its connection stands, in the tick in which its first byte is written', async () => {
    const { server, client } = await heard();
    const events: string[] = [];
    const write = jest.spyOn(Socket.prototype, '_writev' as never);
    write.mockImplementation(function (this: Socket, ...given: unknown[]) {
      events.push('written');
      write.mockRestore();
      return (this as unknown as { _writev(...rest: unknown[]): unknown })._writev(...given);
    } as never);
    await client.request(server.origin, {
      ...request,
      beforeSend: () => {
        events.push(`asked with ${server.connections()} connection`);
        // Whatever is put off, even by a microtask, comes later than the request.
        queueMicrotask(() => events.push('put off'));
        process.nextTick(() => events.push('put off'));
      },
    });
    expect(events).toEqual(['asked with 1 connection', 'written', 'put off', 'put off']);
  });
});

it('a kept connection is no way around it: asked for each request', async () => {
  const { server, bodies, client } = await heard();
  await client.request(server.origin, { ...KEPT, body: '1', beforeSend: () => undefined });
  expect(client.keptConnections).toBe(1);
  const error = await failureOf(client.request(server.origin, { ...KEPT, body: '2', beforeSend: refuse }));
  expect(error).toMatchObject({ kind: 'withheld', mayHaveArrived: false });
  expect([bodies, server.connections()]).toEqual([['PUT 1'], 1]);
});

it('a request that finds its kept connection closed is asked about again on the new one', async () => {
  const { server, bodies, client } = await heard();
  await client.request(server.origin, { ...KEPT, body: '1' });
  let asked = 0;
  const once = (): void => {
    asked += 1;
    if (asked > 1) throw LATE;
    // The connection ends between the question and the write, as when the server closes it at that moment.
    const destroy = jest.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket) {
      destroy.mockRestore();
      this.destroy(new Error('closed'));
      return false;
    });
  };
  const error = await failureOf(client.request(server.origin, { ...KEPT, body: '2', beforeSend: once }));
  expect(error).toMatchObject({ kind: 'withheld', mayHaveArrived: false });
  expect([asked, bodies]).toEqual([2, ['PUT 1']]);
});

it('over TLS, behind the handshake', async () => {
  const certificate = makeCertificate('IP:127.0.0.1');
  if (certificate === null) return void process.stderr.write('skipped: no openssl on this machine\n');
  const server = await startTls({ key: certificate.key, cert: certificate.cert });
  stops.push(server.stop);
  const client = new GuardedClient({ exemptOrigins: [server.origin], authorities: [certificate.cert] });
  const asked: number[] = [];
  const beforeSend = (): void => void asked.push(server.connections());
  expect((await client.request(server.origin, { ...WRITE, beforeSend })).status).toBe(200);
  const error = await failureOf(client.request(server.origin, { ...WRITE, beforeSend: refuse }));
  expect([error, asked]).toEqual([expect.objectContaining({ kind: 'withheld', mayHaveArrived: false }), [1]]);
});

it('is not asked where there is nothing to send: the host cannot be reached', async () => {
  const { server, client } = await heard();
  await server.stop();
  const asked = jest.fn();
  const error = await failureOf(client.request(server.origin, { ...WRITE, beforeSend: asked }));
  expect(error).toMatchObject({ kind: 'network', mayHaveArrived: false });
  expect(asked).not.toHaveBeenCalled();
});
