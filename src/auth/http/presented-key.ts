import type { ApiRequest, EndpointOptions } from '@libs/http';

type Presenting = Pick<EndpointOptions, 'credentials'>;

/**
 * The key that a request presents: in `X-API-Key`, or as a bearer token (RFC 6750) where the endpoint takes only keys. Undefined if it presents
 * none. `X-API-Key` counts alone. Node joins repeated headers with a comma, which no key contains.
 */
export function presentedKey(
  { credentials }: Presenting,
  { headers }: Pick<ApiRequest, 'headers'>,
): string | undefined {
  const key = headers['x-api-key'];
  if (key !== undefined) return String(key);
  if (credentials !== 'key') return undefined;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** The headers of a 401: the scheme that a client may use, where the endpoint takes bearer tokens (RFC 9110 §11.6.1). */
export const challengeOf = ({ credentials }: Presenting): Readonly<Record<string, string>> =>
  credentials === 'key' ? { 'WWW-Authenticate': 'Bearer realm="hrev"' } : {};
