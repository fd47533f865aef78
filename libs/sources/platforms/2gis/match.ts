/**
 * Addresses of places on 2GIS (contract §4.5, §4.6). The number of a place is the same in every country, city and tab, so all its
 * addresses have one canonical form:
 *
 *   https://2gis.kz/almaty/firm/70000001012345678/tab/reviews   →   https://2gis.ru/firm/70000001012345678
 *   https://2gis.ru/omsk/branches/5634868244/firm/5634782345_x  →   https://2gis.ru/firm/5634782345
 *   https://2gis.ru/reviews/70000001012345678/addReview         →   https://2gis.ru/firm/70000001012345678
 *   https://go.2gis.com/ab1cd                                   →   short link; the first collection resolves it
 *
 * `/firm/{id}` is a firm or one of its branches, `/geo/{id}` another place (a park, a building) with reviews of its own.
 */
import { hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

/** Hosts of all countries; the review API and the short links are on `2gis.com`. */
export const HOSTS = [
  '2gis.ru',
  '2gis.com',
  '2gis.kz',
  '2gis.ae',
  '2gis.kg',
  '2gis.uz',
  '2gis.az',
  '2gis.am',
  '2gis.by',
  '2gis.ge',
  '2gis.tj',
  '2gis.com.cy',
  '2gis.cz',
  '2gis.it',
  '2gis.cl',
] as const;

const SHORT_HOST = 'go.2gis.com';
const OBJECT = /\/(firm|geo)\/(\d{8,20})(?=[_/]|$)/;
/** The list of reviews of a firm, one of them, and the form for a new one. */
const REVIEWS = /^\/(?:[^/]+\/)?reviews\/(\d{8,20})(?=[_/]|$)/;

/** The path that identifies an object: `firm/123`. */
export const pathOf = ({ kind, id }: Place): string => `${kind}/${id}`;

/** An object: its kind and number. */
export interface Place {
  readonly kind: 'firm' | 'geo';
  readonly id: string;
}

export function match(url: URL): UrlMatch | null {
  const host = url.hostname.replace(/\.$/, '');
  if (!hostOwnedBy(host, HOSTS)) return null;
  if (host === SHORT_HOST) return matchShort(url);
  if (!isPageHost(host)) return invalidAddress('This host of 2GIS has no pages of firms');
  const place = placeOf(url);
  if (place !== null) return { kind: 'page', canonicalUrl: `https://2gis.ru/${place.kind}/${place.id}` };
  if (/\/branches\//.test(url.pathname)) {
    return invalidAddress('This is the page of an organization with all its branches; give the page of one branch');
  }
  return invalidAddress('This is not a page of a firm: it must be /{city}/firm/{number}');
}

/** The object in an address, or null. */
export function placeOf(url: URL): Place | null {
  const [, kind, id] = OBJECT.exec(url.pathname) ?? [];
  if (id !== undefined) return { kind: kind === 'geo' ? 'geo' : 'firm', id };
  const firm = REVIEWS.exec(url.pathname)?.[1];
  return firm === undefined ? null : { kind: 'firm', id: firm };
}

/** Accepts a country's host, with `www.` or `m.`; other subdomains such as `catalog.api.` have no pages. */
function isPageHost(host: string): boolean {
  return (HOSTS as readonly string[]).includes(host.replace(/^(?:www|m)\./, ''));
}

function matchShort(url: URL): UrlMatch {
  const code = /^\/([A-Za-z0-9_-]{2,64})\/?$/.exec(url.pathname)?.[1];
  if (code === undefined) return invalidAddress('This short link of 2GIS has no code');
  return { kind: 'short', canonicalUrl: `https://${SHORT_HOST}/${code}` };
}
