/**
 * `mayHaveArrived` of failed requests (contract §4.5: an action that may have been carried out is not repeated). It must never
 * be false for a request that a server has read.
 */
import type { Socket } from 'node:net';
import { startRaw, type LocalServer } from '@test/support/egress/local-servers';
import { EgressError } from './egress-error';
import type { EgressRequest } from './egress-message';
import { GuardedClient } from './guarded-client';

/** Longer than Jest's timeout: a test that waits for it fails. */
const ENDLESS_MS = 600_000;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Outcome {
  readonly error: EgressError;
  readonly received: string;
}

async function failureAt(
  onConnection: (socket: Socket) => void,
  options: Partial<EgressRequest> = {},
): Promise<Outcome> {
  let received = '';
  const server: LocalServer = await startRaw((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    onConnection(socket);
  });
  stops.push(server.stop);
  const client = new GuardedClient({ exemptOrigins: [server.origin] });
  const request = { method: 'POST', body: '{"reply":"thanks"}', timeoutMs: ENDLESS_MS, ...options } as const;
  const error = await client.request(`${server.origin}/reply`, request).catch((failure: unknown) => failure);
  if (!(error instanceof EgressError)) throw new Error(`no failure: ${String(error)}`);
  return { error, received };
}

describe('a failed request that was sent (contract §4.5)', () => {
  it.each<[string, (socket: Socket) => void, string]>([
    [
      'if the server reads it and closes the connection',
      (socket) => void socket.once('data', () => socket.destroy()),
      'network',
    ],
    ['if the server reads it and sends no response', () => undefined, 'timeout'],
    [
      'if the server sends half a response',
      (socket) => void socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{')),
      'network',
    ],
    [
      'if the server responds in another protocol',
      (socket) => void socket.once('data', () => socket.end('SSH-2.0-nothing\r\n')),
      'network',
    ],
  ])('may have arrived %s', async (_what, onConnection, kind) => {
    const { error, received } = await failureAt(onConnection, kind === 'timeout' ? { timeoutMs: 1_500 } : {});
    expect(received).toContain('{"reply":"thanks"}');
    expect([error.kind, error.mayHaveArrived]).toEqual([kind, true]);
  });

  it('may have arrived if it is cancelled while it waits for the response', async () => {
    const stop = new AbortController();
    const { error } = await failureAt((socket) => void socket.once('data', () => stop.abort()), {
      signal: stop.signal,
    });
    expect([error.kind, error.mayHaveArrived]).toEqual(['aborted', true]);
  });
});

describe('a failed request that was not sent (contract §4.5)', () => {
  const failure = async (address: string, client: GuardedClient, request: EgressRequest = {}): Promise<EgressError> => {
    const error = await client
      .request(address, { method: 'POST', timeoutMs: ENDLESS_MS, ...request })
      .catch((e: unknown) => e);
    if (error instanceof EgressError) return error;
    throw new Error(`no failure: ${String(error)}`);
  };

  it('has not arrived if the port is closed', async () => {
    const server = await startRaw(() => undefined);
    await server.stop();
    const error = await failure(server.origin, new GuardedClient({ exemptOrigins: [server.origin] }));
    expect([error.kind, error.mayHaveArrived]).toEqual(['network', false]);
  });

  it('has not arrived if the name has no address', async () => {
    const resolver = { resolve: () => Promise.reject(new EgressError('network', 'no such name')) };
    const error = await failure('https://nowhere.example/', new GuardedClient({ resolver }));
    expect([error.kind, error.mayHaveArrived]).toEqual(['network', false]);
  });

  it('has not arrived if the address is refused', async () => {
    const error = await failure('https://127.0.0.1/', new GuardedClient());
    expect([error.kind, error.mayHaveArrived]).toEqual(['refused', false]);
  });

  it('has not arrived if the handshake fails or hangs', async () => {
    for (const onConnection of [
      (socket: Socket) => void socket.once('data', () => socket.destroy()),
      () => undefined,
    ]) {
      const server = await startRaw(onConnection);
      stops.push(server.stop);
      const origin = `https://127.0.0.1:${server.port}`;
      const error = await failure(origin, new GuardedClient({ exemptOrigins: [origin] }), { timeoutMs: 500 });
      expect(error.mayHaveArrived).toBe(false);
    }
  });

  it('has not arrived if the caller has aborted it', async () => {
    const error = await failure('https://example.com/', new GuardedClient(), { signal: AbortSignal.abort() });
    expect([error.kind, error.mayHaveArrived]).toEqual(['aborted', false]);
  });
});
