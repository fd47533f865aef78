/**
 * Addresses of the App Store (contract §4.5, §4.6). An app has one page per country ("storefront"), each with its own reviews, so
 * the country is part of the canonical address:
 *
 *   https://apps.apple.com/gb/app/some-name/id324684580?platform=iphone  →  https://apps.apple.com/gb/app/id324684580
 *   https://itunes.apple.com/app/id324684580                             →  https://apps.apple.com/us/app/id324684580
 *   https://appsto.re/gb/8hNN9.i                                         →  short link; the first collection resolves it
 */
import { hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

/** Hosts of the pages and of their APIs. */
const STORE_HOSTS = ['apps.apple.com', 'itunes.apple.com'] as const;

/** Apple's shortener of addresses of the store. */
const SHORT_HOST = 'appsto.re';

/** This source uses no other hosts of apple.com. */
export const HOSTS = [...STORE_HOSTS, SHORT_HOST, 'api.appstoreconnect.apple.com'] as const;

/** Used for an address without a country, which opens the visitor's storefront. */
const DEFAULT_STOREFRONT = 'us';
/** The store redirects this country code to the storefront `gb`. */
const STOREFRONT_ALIASES: Readonly<Record<string, string>> = { uk: 'gb' };
const ID = '([1-9]\\d{0,14})';
/** The page of an app, and the older page of its reviews. */
const APP_PATHS: readonly RegExp[] = [
  new RegExp(`^(?:/([a-z]{2}))?/app(?:/[^/]+)?/id${ID}/?$`, 'i'),
  new RegExp(`^(?:/([a-z]{2}))?/customer-reviews/id${ID}/?$`, 'i'),
];
/** Older addresses, whose query has the number of the app and sometimes its storefront. */
const QUERY_PATH = /^\/WebObjects\/MZStore\.woa\/wa\/(?:viewSoftware(?:Update)?|viewContentsUserReviews)\/?$/i;
const WHOLE_ID = new RegExp(`^${ID}$`);
const COUNTRY = /^[a-z]{2}$/i;
const SHORT_PATH = /^\/([a-z]{2})\/([A-Za-z0-9_-]{3,16}(?:\.i)?)\/?$/;

/** One app in one storefront. */
export interface StoreApp {
  readonly id: string;
  /** Two lower-case letters. */
  readonly storefront: string;
}

export function match(url: URL): UrlMatch | null {
  if (hostOwnedBy(url.hostname, [SHORT_HOST])) return matchShort(url);
  if (!hostOwnedBy(url.hostname, STORE_HOSTS)) return null;
  const app = appOf(url);
  if (app === null)
    return invalidAddress('This is not a page of an app: it must be like apps.apple.com/us/app/name/id123');
  return { kind: 'page', canonicalUrl: pageOf(app) };
}

/** The app in an address of the App Store, or null. */
export function appOf(url: URL): StoreApp | null {
  if (QUERY_PATH.test(url.pathname)) return appInQuery(url.searchParams);
  const found = APP_PATHS.map((path) => path.exec(url.pathname)).find((match) => match !== null);
  return found === undefined ? null : { storefront: storefrontOf(found[1]), id: found[2] ?? '' };
}

function appInQuery(query: URLSearchParams): StoreApp | null {
  const id = query.get('id') ?? '';
  const country = query.get('cc') ?? DEFAULT_STOREFRONT;
  return WHOLE_ID.test(id) && COUNTRY.test(country) ? { storefront: storefrontOf(country), id } : null;
}

function storefrontOf(country = DEFAULT_STOREFRONT): string {
  const code = country.toLowerCase();
  return STOREFRONT_ALIASES[code] ?? code;
}

function matchShort({ pathname }: URL): UrlMatch {
  const [, country, code] = SHORT_PATH.exec(pathname) ?? [];
  if (country === undefined || code === undefined)
    return invalidAddress('This short link of the App Store has no code');
  return { kind: 'short', canonicalUrl: `https://${SHORT_HOST}/${country}/${code}` };
}

export function pageOf({ storefront, id }: StoreApp): string {
  return `https://apps.apple.com/${storefront}/app/id${id}`;
}
