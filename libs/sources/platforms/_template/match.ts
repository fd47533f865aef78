/**
 * Addresses of the platform (contract §4.5, §4.6), looked at without a network. Say here which spellings
 * there are and what the one form is:
 *
 *   https://m.reviews.example/place/old-mill-4711/reviews?sort=best  →  https://www.reviews.example/place/4711
 */
import type { UrlMatch } from '../../source';
import { hostOwnedBy } from '../../url-tools';

/** Each covers its subdomains; the adapter may talk to these hosts only. */
export const HOSTS = ['reviews.example'] as const;

const PLACE_PATH = /^\/place\/(?:[^/]*-)?([1-9]\d{0,14})(?:\/reviews)?\/?$/;

export function match(url: URL): UrlMatch | null {
  // Null only for foreign hosts: another source may own them.
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const id = placeIdOf(url);
  if (id === null) return { kind: 'invalid', reason: 'This is no page of a place: it must be /place/{name}-{number}' };
  return { kind: 'page', canonicalUrl: `https://www.reviews.example/place/${id}` };
}

/** The number of the place that an address names, or null. */
export function placeIdOf(url: URL): string | null {
  return PLACE_PATH.exec(url.pathname)?.[1] ?? null;
}
