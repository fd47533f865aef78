/**
 * Addresses of Booking.com (contract §4.5, §4.6). The country and the name in the address identify a property; language, dates
 * and prices are ignored:
 *
 *   https://www.booking.com/hotel/gb/old-mill.de.html?checkin=2026-05-01   ┐
 *   https://www.booking.com/reviews/gb/hotel/old-mill.html                 ├→   https://www.booking.com/hotel/gb/old-mill.html
 *   https://www.booking.com/reviewlist.html?pagename=old-mill;cc1=gb       ┘
 *   https://www.booking.com/Share-ALqQ48w                                  →    short link; the first collection resolves it
 */
import { hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

export const HOSTS = ['booking.com'] as const;

const PAGE_HOST = /^(?:(?:www|secure|m)\.)?booking\.com\.?$/;
const LANGUAGE = '(?:\\.[a-z]{2}(?:-[a-z]{2})?)?';
const NAME = '[a-z0-9](?:[a-z0-9_-]{0,198}[a-z0-9])?';
const HOTEL = new RegExp(`^/hotel/([a-z]{2})/(${NAME})${LANGUAGE}\\.html$`);
const REVIEWS = new RegExp(`^/reviews/([a-z]{2})/hotel/(${NAME})${LANGUAGE}\\.html$`);
const REVIEW_LIST = new RegExp(`^/reviewlist${LANGUAGE}\\.html$`);
const COUNTRY = /^[a-z]{2}$/;
const WHOLE_NAME = new RegExp(`^${NAME}$`);
/** The link that the site and the app give to share a property. */
const SHARE = /^\/share-([a-z0-9]{4,20})\/?$/i;

export interface Property {
  readonly country: string;
  readonly name: string;
}

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  if (!PAGE_HOST.test(url.hostname)) return invalidAddress('This host of Booking.com has no pages of properties');
  const code = SHARE.exec(url.pathname)?.[1];
  if (code !== undefined) return { kind: 'short', canonicalUrl: `https://www.booking.com/Share-${code}` };
  const property = propertyOf(url);
  if (property === null)
    return invalidAddress('This is not a page of a property: it must be /hotel/{country}/{name}.html');
  return { kind: 'page', canonicalUrl: `https://www.booking.com/hotel/${property.country}/${property.name}.html` };
}

/** The property in an address, or null. */
export function propertyOf({ pathname, search }: URL): Property | null {
  const path = pathname.toLowerCase();
  if (REVIEW_LIST.test(path)) return propertyInQuery(search);
  const [, country, name] = HOTEL.exec(path) ?? REVIEWS.exec(path) ?? [];
  return country === undefined || name === undefined ? null : { country, name };
}

/** The property in the query of its list of reviews, whose parameters are separated by `;` or `&`. */
function propertyInQuery(search: string): Property | null {
  const query = new URLSearchParams(search.replaceAll(';', '&'));
  const country = query.get('cc1')?.toLowerCase() ?? '';
  const name = query.get('pagename')?.toLowerCase() ?? '';
  return COUNTRY.test(country) && WHOLE_NAME.test(name) ? { country, name } : null;
}
