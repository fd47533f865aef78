import type { Socket } from 'node:net';
import { clientAddress } from './client-address';

/** Express gives `ip`: the connection's own address, or what the trusted proxies wrote. */
describe('the address of a client (contract §5.4)', () => {
  it.each<[string, string | undefined, string]>([
    ['the address of the connection', '198.51.100.7', '198.51.100.7'],
    ['IPv4 over IPv6', '::ffff:198.51.100.7', '198.51.100.7'],
    ['IPv6', '2001:db8::7', '2001:db8::7'],
    ['IPv6 with a zone', 'fe80::1%eth0', 'fe80::1'],
    ['a zone longer than the audit trail holds', `fe80::1%${'a'.repeat(100)}`, 'fe80::1'],
    ['a text that is no address: the address of the proxy', 'unknown', '192.0.2.1'],
    ['no text: the connection is closed', undefined, '192.0.2.1'],
  ])('%s', (_, ip, address) => {
    expect(clientAddress({ ip, socket: { remoteAddress: '192.0.2.1' } as Socket })).toBe(address);
  });
});
