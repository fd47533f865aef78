/**
 * Addresses of lists of reviews (contract §4.5, §4.6). Equal subjects have one canonical form (subject.ts).
 *
 *   https://mangrove.reviews/list?sub=https://Example.org/&x=1  →  https://mangrove.reviews/list?sub=https%3A%2F%2Fexample.org
 */
import { hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';
import { canonicalSubject } from './subject';

export const HOSTS = ['mangrove.reviews'] as const;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const subject = subjectOf(url);
  if (subject === null)
    return invalidAddress(
      'This is not a list of reviews of a website or a place: it must be like mangrove.reviews/list?sub=https://example.org',
    );
  return { kind: 'page', canonicalUrl: listUrl(subject) };
}

/** The canonical form of the subject in an address, or null. */
export function subjectOf(url: URL): string | null {
  const subject = /^\/list\/?$/.test(url.pathname) ? url.searchParams.get('sub') : null;
  if (subject === null) return null;
  // In an address that is not encoded, the second parameter of a place looks like a parameter of the address.
  const radius = url.searchParams.get('u');
  const isCut = /^geo:/i.test(subject) && radius !== null && !/[?&]u=/.test(subject);
  return canonicalSubject(isCut ? `${subject}&u=${encodeURIComponent(radius)}` : subject);
}

/** The canonical address of a subject. */
export function listUrl(subject: string): string {
  return `https://mangrove.reviews/list?sub=${encodeURIComponent(subject)}`;
}
