/**
 * Addresses of the platform (contract §4.5, §4.6), without network access. Document the accepted forms and the canonical form here:
 *
 *   https://m.reviews.example/place/old-mill-4711/reviews?sort=best  →  https://www.reviews.example/place/4711
 */
import { hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

/** The only hosts of the adapter; each includes its subdomains. */
export const HOSTS = ['reviews.example'] as const;

const PLACE_PATH = /^\/place\/(?:[^/]*-)?([1-9]\d{0,14})(?:\/reviews)?\/?$/;

export function match(url: URL): UrlMatch | null {
  // Return null for foreign hosts only: another source may own them.
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const id = placeIdOf(url);
  if (id === null) return invalidAddress('This is not a page of a place: it must be /place/{name}-{number}');
  return { kind: 'page', canonicalUrl: `https://www.reviews.example/place/${id}` };
}

/** The number of the place in an address, or null. */
export function placeIdOf(url: URL): string | null {
  return PLACE_PATH.exec(url.pathname)?.[1] ?? null;
}
