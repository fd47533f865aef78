/** Keys that requests contain as they are, without an exchange for a token. */
import type { OwnerVisitTools } from '../source';
import { Unavailable } from '../source-errors';

/** The error of a visit whose connection the platform no longer accepts. `reason` is shown to clients. */
export function connectionRejected(platform: string, reason: string): Unavailable {
  return new Unavailable('credentials_rejected', `${platform} no longer accepts the connection (${reason})`);
}

/** Returns the key with this name; throws `Unavailable('credentials_rejected')` if the connection has none. */
export function ownerKey(platform: string, name: string, { connection }: Pick<OwnerVisitTools, 'connection'>): string {
  const key = connection.credentials[name] ?? '';
  if (key === '') throw connectionRejected(platform, `it has no ${name}`);
  return key;
}
