import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { dial, type DialOptions } from './dial';
import type { NameResolver } from './resolver';

describe('dial', () => {
  let server: LocalServer;
  beforeEach(async () => {
    server = await startHttp((_request, response) => void response.end());
  });
  afterEach(() => server.stop());

  const resolverOf = (...addresses: string[]): NameResolver => ({ resolve: async () => addresses });
  const open = (host: string, options: Partial<DialOptions> = {}, exempt = false) =>
    dial({ host, port: server.port, exempt }, { resolver: resolverOf(), secure: false, ...options });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', 'localhost', 'intranet'])(
    'refuses %s without relying on the check of the URL',
    async (host) => {
      await expect(open(host)).rejects.toMatchObject({ kind: 'refused' });
      expect(server.connections()).toBe(0);
    },
  );

  it.each([
    ['an exempt origin', '127.0.0.1', {}, true],
    ['an exempt name', 'localhost', {}, true],
    ['loopback in development', 'localhost', { allowPrivate: true }, false],
  ])('connects to %s', async (_name, host, options, exempt) => {
    const socket = await open(host, options, exempt);
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  it('refuses a name if one of its addresses is internal and others are public', async () => {
    const resolver = resolverOf('8.8.8.8', '2606:4700:4700::1111', '127.0.0.1');
    await expect(open('shelf.example.com', { resolver })).rejects.toMatchObject({ kind: 'refused' });
    expect(server.connections()).toBe(0);
  });

  it('fails if the connection is not established in time', async () => {
    // A public address that does not respond; some networks report it as unreachable at once.
    const startMs = performance.now();
    const socket = open('shelf.example.com', { resolver: resolverOf('9.255.255.254'), connectTimeoutMs: 200 });
    await expect(socket).rejects.toMatchObject({ kind: expect.stringMatching(/timeout|network/) });
    // The system's own timeout is two minutes.
    expect(performance.now() - startMs).toBeLessThan(60_000);
  });

  it('does not connect if its signal is aborted', async () => {
    await expect(open('127.0.0.1', { signal: AbortSignal.abort() }, true)).rejects.toMatchObject({ kind: 'aborted' });
    expect(server.connections()).toBe(0);
  });
});
