/** Keys that requests contain as they are, without an exchange for a token, and responses to requests of a connection. */
import { readJsonResponse, refuseChallenge } from '../read-shape';
import type { OwnerVisitTools } from '../source';
import { Gone, Unavailable } from '../source-errors';

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

/**
 * The JSON of a response to a request of a connection. Throws `Blocked` for a challenge, `Gone` with the message `gone` for 404,
 * `Unavailable('credentials_rejected')` for 401 and 403, and `Changed` if it is not JSON.
 */
export function connectionJson(text: string, status: number, platform: string, gone: string): unknown {
  refuseChallenge(text, platform);
  if (status === 404) throw new Gone(gone);
  if (status === 401 || status === 403) throw connectionRejected(platform, `status ${status}`);
  return readJsonResponse(text, platform);
}
