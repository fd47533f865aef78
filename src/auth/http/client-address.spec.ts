import type { Socket } from 'node:net';
import { clientAddress } from './client-address';

/** Express sets `ip` to the address of the connection, or to the address that the trusted proxies report. */
describe('the address of a client (contract §5.4)', () => {
  it.each<[string, string | undefined, string]>([
    ['an IPv4 address unchanged', '198.51.100.7', '198.51.100.7'],
    ['an IPv4-mapped IPv6 address as IPv4', '::ffff:198.51.100.7', '198.51.100.7'],
    ['an IPv6 address unchanged', '2001:db8::7', '2001:db8::7'],
    ['an IPv6 address without its zone', 'fe80::1%eth0', 'fe80::1'],
    ['an IPv6 address without a zone that the audit trail could not store', `fe80::1%${'a'.repeat(100)}`, 'fe80::1'],
    ['the address of the proxy if the proxy reports no valid address', 'unknown', '192.0.2.1'],
    ['the address of the connection if Express sets none', undefined, '192.0.2.1'],
  ])('is %s', (_, ip, address) => {
    expect(clientAddress({ ip, socket: { remoteAddress: '192.0.2.1' } as Socket })).toBe(address);
  });
});
