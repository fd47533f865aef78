/**
 * Addresses of Trustpilot (contract §4.5, §4.6). The domain of a business, sometimes with a path (`calo.app/en`), identifies the
 * business. It has one page per language host; all of them have one canonical form:
 *
 *   https://fr.trustpilot.com/review/www.example.com?stars=1   ┐
 *   https://www.trustpilot.com/evaluate/www.example.com        ┴→   https://www.trustpilot.com/review/www.example.com
 *   https://www.trustpilot.com/review/xn--bcher-kva.de          →   https://www.trustpilot.com/review/b%C3%BCcher.de
 *
 * A business has the domain that it registered, with or without `www.`. Trustpilot does not document that both lead to its page, so
 * they are two canonical forms.
 */
import { decodedPart, hostOwnedBy, invalidAddress, unicodeDomain, type UrlMatch } from '../../url-tools';

export const HOSTS = ['trustpilot.com'] as const;

/** `www`, a language, or a language with a country; other subdomains have no pages of businesses. */
const PAGE_HOST = /^(?:(?:www|[a-z]{2}(?:-[a-z]{2})?)\.)?trustpilot\.com\.?$/;
const MAX_NAME_LENGTH = 255;
/** The page of a business, and the forms for a new review of it: `/evaluate/{domain}`, `/evaluate-bgl/embed/{domain}`. */
const BUSINESS_PATH = /^\/(?:review|evaluate(?:-[a-z]{2,10})?(?:\/embed(?=\/))?)\/(.*)$/;
/** A tab of the page, or one review; not a path of the domain of the business. */
const AFTER_NAME = /\/(?:transparency|[0-9a-f]{24})$/;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  if (!PAGE_HOST.test(url.hostname)) return invalidAddress('This host of Trustpilot has no pages of businesses');
  if (url.pathname.startsWith('/reviews/'))
    return invalidAddress('This is the address of a single review; give that of the business');
  const path = BUSINESS_PATH.exec(url.pathname)?.[1];
  if (path === undefined) return invalidAddress('This is not a page of a business: it must be /review/{domain}');
  const name = businessName(path);
  if (name === null) return invalidAddress('The address contains no business: it must be /review/{domain}');
  return { kind: 'page', canonicalUrl: `https://www.trustpilot.com/review/${encodeName(name)}` };
}

/** The decoded name of the business in a canonical address. */
export function businessOf(canonicalUrl: string): string {
  return decodeURIComponent(new URL(canonicalUrl).pathname.slice('/review/'.length));
}

function businessName(path: string): string | null {
  const name = (decodedPart(path) ?? '')
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, '')
    .replace(AFTER_NAME, '');
  const [written = '', ...rest] = name.split('/');
  // With a decoded "%2F..", the canonical address would be outside of /review/.
  if (rest.some((segment) => segment === '' || segment === '.' || segment === '..')) return null;
  // eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
  if (name.length > MAX_NAME_LENGTH || /[\u0000-\u0020\u007f\\?#%<>"]/.test(name)) return null;
  // A domain has a dot, unlike "/review/write".
  const domain = /[^.]\.[^.]/.test(written) ? unicodeDomain(written) : null;
  return domain === null ? null : [domain, ...rest].join('/');
}

const encodeName = (name: string): string => name.split('/').map(encodeURIComponent).join('/');
