/**
 * Addresses of organizations on Yandex Maps (contract §4.5, §4.6). The number of an organization is the same in every country, city,
 * language and tab, so all its addresses have one canonical form:
 *
 *   https://yandex.kz/maps/162/almaty/org/quiet_mill/1000000001/reviews/      ┐
 *   https://yandex.ru/maps/213/moscow/?mode=poi&poi[uri]=ymapsbm1://org?oid=… ├→  https://yandex.ru/maps/org/1000000001/reviews/
 *   https://yandex.com.tr/harita/org/quiet_mill/1000000001/                   │
 *   https://yandex.ru/maps-reviews-widget/1000000001?comments                 │
 *   https://yandex.ru/profile/1000000001                                      ┘
 *   https://yandex.ru/maps/-/CDab1cD2                       →   short link; the first collection resolves it
 */
import { invalidAddress, subdomainOf, type UrlMatch } from '../../url-tools';

export const HOSTS = [
  'yandex.ru',
  'yandex.com',
  'yandex.by',
  'yandex.kz',
  'yandex.uz',
  'yandex.com.tr',
  'yandex.com.am',
  'yandex.com.ge',
  'yandex.co.il',
  'yandex.az',
  'yandex.eu',
  'yandex.kg',
  'yandex.lt',
  'yandex.lv',
  'yandex.md',
  'yandex.tj',
  'yandex.tm',
  'ya.ru',
] as const;

/** Subdomains with pages of Yandex Maps; other subdomains belong to other services of Yandex. */
const PAGE_SUBDOMAINS: ReadonlySet<string> = new Set(['', 'www', 'm', 'maps', 'harita']);
/** Subdomains on which every page belongs to Yandex Maps; `harita` is "map" in Turkish. */
const MAP_SUBDOMAINS: ReadonlySet<string> = new Set(['maps', 'harita']);
/** The map, Yandex's navigator, and the map that a site embeds. */
const MAP_PATH = /^\/(?:(?:web-)?maps|harita|navi|map-widget\/v\d)(?=\/|$)/;
/** What a site embeds to show the reviews or the rating of an organization. */
const WIDGET_PATH = /^\/(?:maps-reviews-widget|sprav\/widget\/rating-badge)\/([1-9]\d{5,19})(?:\/|$)/;
const ORG_PATH = /\/org\/(?:[^/]+\/)?([1-9]\d{5,19})(?:\/|$)/;
const PROFILE_PATH = /^\/profile\/(?:[^/]+-)?([1-9]\d{5,19})(?:\/|$)/;
const SHORT_PATH = /^\/-\/([A-Za-z0-9_~-]{4,64})\/?$/;
const NUMBER = /^[1-9]\d{5,19}$/;
const OBJECT_ADDRESS = /^ymapsbm1:\/\/org\?(?:[^#]*&)?oid=([1-9]\d{5,19})(?:&|$)/;

export function match(url: URL): UrlMatch | null {
  if (!PAGE_SUBDOMAINS.has(subdomainOf(url.hostname, HOSTS) ?? 'foreign')) return null;
  const id = organizationOf(url);
  if (id !== null) return { kind: 'page', canonicalUrl: listAddress(id) };
  const code = SHORT_PATH.exec(mapPathOf(url) ?? '')?.[1];
  if (code !== undefined) return { kind: 'short', canonicalUrl: `https://yandex.ru/maps/-/${code}` };
  return invalidAddress(
    'This is not a page of an organization: open it on Yandex Maps and copy the address, like /maps/org/{name}/{number}/',
  );
}

/** The number of the organization in an address of any form, or null. */
export function organizationOf(url: URL): string | null {
  const path = mapPathOf(url);
  if (path === null) return (PROFILE_PATH.exec(url.pathname) ?? WIDGET_PATH.exec(url.pathname))?.[1] ?? null;
  return ORG_PATH.exec(path)?.[1] ?? organizationInQuery(url);
}

/** The path below the map; null for a page that is not part of the map. */
function mapPathOf({ pathname, hostname }: URL): string | null {
  const below = pathname.replace(MAP_PATH, '');
  return below !== pathname || MAP_SUBDOMAINS.has(subdomainOf(hostname, HOSTS) ?? '') ? below : null;
}

function organizationInQuery({ searchParams }: URL): string | null {
  const object = OBJECT_ADDRESS.exec(searchParams.get('poi[uri]') ?? '')?.[1];
  if (object !== undefined) return object;
  const number = searchParams.get('oid') ?? searchParams.get('orgpage[id]') ?? '';
  return NUMBER.test(number) ? number : null;
}

/** The address of the tab with the reviews. */
export function listAddress(id: string): string {
  return `https://yandex.ru/maps/org/${id}/reviews/`;
}
