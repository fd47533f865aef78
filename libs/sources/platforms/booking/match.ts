/**
 * Addresses of Booking.com (contract §4.5, §4.6). The country and the name in the address identify a property; language, dates
 * and prices are ignored:
 *
 *   https://www.booking.com/hotel/gb/old-mill.de.html?checkin=2026-05-01   ┐
 *   https://www.booking.com/reviews/gb/hotel/old-mill.html                 ┴→   https://www.booking.com/hotel/gb/old-mill.html
 */
import type { UrlMatch } from '../../source';
import { hostOwnedBy } from '../../url-tools';

export const HOSTS = ['booking.com'] as const;

const PAGE_HOST = /^(?:(?:www|secure|m)\.)?booking\.com\.?$/;
const LANGUAGE = '(?:\\.[a-z]{2}(?:-[a-z]{2})?)?';
const NAME = '[a-z0-9](?:[a-z0-9_-]{0,198}[a-z0-9])?';
const HOTEL = new RegExp(`^/hotel/([a-z]{2})/(${NAME})${LANGUAGE}\\.html$`);
const REVIEWS = new RegExp(`^/reviews/([a-z]{2})/hotel/(${NAME})${LANGUAGE}\\.html$`);

export interface Property {
  readonly country: string;
  readonly name: string;
}

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  if (!PAGE_HOST.test(url.hostname))
    return { kind: 'invalid', reason: 'This host of Booking.com has no pages of properties' };
  const property = propertyOf(url);
  if (property === null) {
    return { kind: 'invalid', reason: 'This is not a page of a property: it must be /hotel/{country}/{name}.html' };
  }
  return { kind: 'page', canonicalUrl: `https://www.booking.com/hotel/${property.country}/${property.name}.html` };
}

/** The property in an address, or null. */
export function propertyOf({ pathname }: URL): Property | null {
  const [, country, name] = HOTEL.exec(pathname.toLowerCase()) ?? REVIEWS.exec(pathname.toLowerCase()) ?? [];
  return country === undefined || name === undefined ? null : { country, name };
}
