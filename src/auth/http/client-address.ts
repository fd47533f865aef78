import { isIP } from 'node:net';
import type { KeyedRequest } from '@libs/http';

/**
 * The client's address: that of the connection, or the one that the proxies of `HREV_TRUSTED_PROXIES` name. An IPv4 address
 * that came over IPv6 is written as what it is.
 */
export function clientAddress({ ip, socket }: KeyedRequest): string {
  // What a proxy writes may be anything; only an address counts.
  const address = ip !== undefined && isIP(ip) !== 0 ? ip : (socket.remoteAddress ?? '');
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
