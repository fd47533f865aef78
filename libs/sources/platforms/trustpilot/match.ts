/**
 * Addresses of Trustpilot (contract §4.5, §4.6). The domain of a business, sometimes with a path (`calo.app/en`), identifies the
 * business. It has one page per language host; all of them have one canonical form:
 *
 *   https://fr.trustpilot.com/review/www.example.com?stars=1   →   https://www.trustpilot.com/review/www.example.com
 */
import { hostOwnedBy } from '../../url-tools';
import type { UrlMatch } from '../../source';

export const HOSTS = ['trustpilot.com'] as const;

/** `www`, a language, or a language with a country; other subdomains have no pages of businesses. */
const PAGE_HOST = /^(?:(?:www|[a-z]{2}(?:-[a-z]{2})?)\.)?trustpilot\.com\.?$/;
const MAX_NAME_LENGTH = 255;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  if (!PAGE_HOST.test(url.hostname)) return invalid('This host of Trustpilot has no pages of businesses');
  const [, kind, ...rest] = url.pathname.split('/');
  if (kind === 'reviews') return invalid('This is the address of a single review; give that of the business');
  if (kind !== 'review') return invalid('This is not a page of a business: it must be /review/{domain}');
  const name = businessName(rest.join('/'));
  if (name === null) return invalid('The address contains no business: it must be /review/{domain}');
  return { kind: 'page', canonicalUrl: `https://www.trustpilot.com/review/${encodeName(name)}` };
}

/** The decoded name of the business in a canonical address. */
export function businessOf(canonicalUrl: string): string {
  return decodeURIComponent(new URL(canonicalUrl).pathname.slice('/review/'.length));
}

function invalid(reason: string): UrlMatch {
  return { kind: 'invalid', reason };
}

function businessName(path: string): string | null {
  let name: string;
  try {
    name = decodeURIComponent(path)
      .toLowerCase()
      .replace(/(?<!\/)\/+$/, '');
  } catch {
    return null;
  }
  // A tab of the page, not a path of the business's domain.
  name = name.replace(/\/transparency$/, '');
  const segments = name.split('/');
  // With a decoded "%2F..", the canonical address would be outside of /review/.
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return null;
  // eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
  if (name.length > MAX_NAME_LENGTH || /[\u0000-\u0020\u007f\\?#%<>"]/.test(name)) return null;
  // A domain has a dot, unlike "/review/write".
  return segments[0]?.includes('.') ? name : null;
}

const encodeName = (name: string): string => name.split('/').map(encodeURIComponent).join('/');
