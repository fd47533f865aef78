/**
 * Addresses of Trustpilot (contract §4.5, §4.6). A business is named by its domain, sometimes with a path
 * inside it (`calo.app/en`), and has one page per language host; all of them are one object:
 *
 *   https://fr.trustpilot.com/review/www.example.com?stars=1   →   https://www.trustpilot.com/review/www.example.com
 */
import { hostOwnedBy } from '../../url-tools';
import type { UrlMatch } from '../../source';

export const HOSTS = ['trustpilot.com'] as const;

/** `www`, a language, or a language with a country; every other subdomain is a shop window of something else. */
const PAGE_HOST = /^(?:(?:www|[a-z]{2}(?:-[a-z]{2})?)\.)?trustpilot\.com\.?$/;
const MAX_NAME_LENGTH = 255;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  if (!PAGE_HOST.test(url.hostname)) return invalid('This host of Trustpilot has no pages of businesses');
  const [, kind, ...rest] = url.pathname.split('/');
  if (kind === 'reviews') return invalid('This is the address of a single review; give that of the business');
  if (kind !== 'review') return invalid('This is no page of a business: it must be /review/{domain}');
  const name = businessName(rest.join('/'));
  if (name === null) return invalid('The address names no business: it must be /review/{domain}');
  return { kind: 'page', canonicalUrl: `https://www.trustpilot.com/review/${encodeName(name)}` };
}

/** The business a canonical address names, decoded. */
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
  // The business's second tab, not a path inside its domain.
  name = name.replace(/\/transparency$/, '');
  const segments = name.split('/');
  // A decoded "%2F.." would climb out of /review/ once the canonical address is parsed again.
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return null;
  // eslint-disable-next-line no-control-regex
  if (name.length > MAX_NAME_LENGTH || /[\u0000-\u0020\u007f\\?#%<>"]/.test(name)) return null;
  // A domain has a dot; "/review/write" and the like have none.
  return segments[0]?.includes('.') ? name : null;
}

const encodeName = (name: string): string => name.split('/').map(encodeURIComponent).join('/');
