import { startLocalDns, type LocalDns } from '@test/support/egress/local-dns';
import { DnsResolver, resolveLikeTheSystem } from './resolver';

/** Longer than Jest's timeout. */
const ENDLESS_MS = 600_000;

describe('DnsResolver (fault F28)', () => {
  let dns: LocalDns;
  beforeEach(async () => {
    dns = await startLocalDns();
  });
  afterEach(() => dns.stop());

  const resolve = (name: string, budgetMs = 2_000, signal?: AbortSignal) =>
    new DnsResolver({ servers: [dns.server], budgetMs }).resolve(name, signal);

  it.each<[string, readonly string[]]>([
    ['both families', ['8.8.8.8', '8.8.4.4', '2606:4700:4700::1111']],
    ['IPv4 only', ['8.8.8.8']],
    ['IPv6 only', ['2606:4700:4700::1111']],
    ['200 addresses', Array.from({ length: 200 }, (_, index) => `8.8.${index}.1`)],
  ])('returns all addresses of a name (%s)', async (_name, addresses) => {
    dns.set('shelf.example.com', addresses);
    expect([...(await resolve('shelf.example.com'))].sort()).toEqual([...addresses].sort());
  });

  it.each([
    ['NXDOMAIN' as const, 'network', 'ENOTFOUND'],
    ['SERVFAIL' as const, 'network', 'ESERVFAIL'],
    ['silence' as const, 'timeout', 'in time'],
    [[], 'network', 'ENODATA'],
  ])('reports the DNS result %j as %s (%s)', async (answer, kind, detail) => {
    dns.set('shelf.example.com', answer);
    await expect(resolve('shelf.example.com', answer === 'silence' ? 300 : ENDLESS_MS)).rejects.toMatchObject({
      kind,
      message: expect.stringContaining(detail),
    });
  });

  it('accepts a slow response within the timeout, not after it', async () => {
    dns.set('shelf.example.com', ['8.8.8.8']);
    dns.delayMs = 300;
    await expect(resolve('shelf.example.com', ENDLESS_MS)).resolves.toEqual(['8.8.8.8']);
    dns.delayMs = ENDLESS_MS;
    await expect(resolve('shelf.example.com', 200)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('does not wait for an address family without a response', async () => {
    dns.set('shelf.example.com', ['8.8.8.8']);
    dns.ignore('AAAA');
    // A look-up that waits for it exceeds Jest's timeout.
    await expect(resolve('shelf.example.com', ENDLESS_MS)).resolves.toEqual(['8.8.8.8']);
  });

  it.each<['A' | 'AAAA', string]>([
    ['A', '8.8.8.8'],
    ['AAAA', '2606:4700:4700::1111'],
  ])('waits for a slow %s response if the other family has no address', async (slow, address) => {
    dns.set('shelf.example.com', [address]);
    // Longer than the grace period for the second family. An empty response must not start that period.
    dns.delay(slow, 1_000);
    await expect(resolve('shelf.example.com', ENDLESS_MS)).resolves.toEqual([address]);
  });

  it('rejects when its signal is aborted', async () => {
    dns.set('shelf.example.com', 'silence');
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 30);
    await expect(resolve('shelf.example.com', 2_000, stop.signal)).rejects.toMatchObject({ kind: 'aborted' });
  });

  it('resolveLikeTheSystem uses the system’s look-up, not the DNS servers', async () => {
    expect(await resolveLikeTheSystem('localhost')).toContain('127.0.0.1');
    expect(dns.questions).toEqual([]);
  });
});
