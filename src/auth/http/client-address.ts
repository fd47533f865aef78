import { isIP } from 'node:net';
import type { ApiRequest } from '@libs/http';

/**
 * The client's address: that of the connection, or the one that the proxies of `HREV_TRUSTED_PROXIES` name. An IPv4-mapped
 * IPv6 address becomes the IPv4 address. The zone of an IPv6 address (`%eth0`) is removed: it is valid on one machine only and
 * may have any length.
 */
export function clientAddress({ ip, socket }: Pick<ApiRequest, 'ip' | 'socket'>): string {
  // A proxy may write any text; only a valid address is used.
  const address = ip !== undefined && isIP(ip) !== 0 ? ip : (socket.remoteAddress ?? '');
  const [unscoped = ''] = address.split('%', 1);
  return unscoped.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
