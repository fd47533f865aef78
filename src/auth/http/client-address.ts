import { isIP } from 'node:net';
import type { KeyedRequest } from '@libs/http';

/**
 * The client's address: that of the connection, or the one that the proxies of `HREV_TRUSTED_PROXIES` name. An IPv4 address
 * that came over IPv6 is written as what it is, and an IPv6 address without its zone (`%eth0`), which means something on one
 * machine only and may have any length.
 */
export function clientAddress({ ip, socket }: Pick<KeyedRequest, 'ip' | 'socket'>): string {
  // What a proxy writes may be anything; only an address counts.
  const address = ip !== undefined && isIP(ip) !== 0 ? ip : (socket.remoteAddress ?? '');
  const [unscoped = ''] = address.split('%', 1);
  return unscoped.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
