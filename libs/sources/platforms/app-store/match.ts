/**
 * Addresses of the App Store (contract §4.5, §4.6). An app has one page per country ("storefront"), each with its own reviews, so
 * the country is part of the canonical address:
 *
 *   https://apps.apple.com/gb/app/some-name/id324684580?platform=iphone  →  https://apps.apple.com/gb/app/id324684580
 *   https://itunes.apple.com/app/id324684580                             →  https://apps.apple.com/us/app/id324684580
 */
import type { UrlMatch } from '../../source';
import { hostOwnedBy } from '../../url-tools';

/** Hosts of the pages and of their interfaces. */
const STORE_HOSTS = ['apps.apple.com', 'itunes.apple.com'] as const;

/** This source uses no other hosts of apple.com. */
export const HOSTS = [...STORE_HOSTS, 'api.appstoreconnect.apple.com'] as const;

/** Used for an address without a country, which opens the visitor's storefront. */
const DEFAULT_STOREFRONT = 'us';
/** The store redirects this country code to the storefront `gb`. */
const STOREFRONT_ALIASES: Readonly<Record<string, string>> = { uk: 'gb' };
const APP_PATH = /^(?:\/([a-z]{2}))?\/app(?:\/[^/]+)?\/id([1-9]\d{0,14})\/?$/i;

/** One app in one storefront. */
export interface StoreApp {
  readonly id: string;
  /** Two lower-case letters. */
  readonly storefront: string;
}

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, STORE_HOSTS)) return null;
  const app = appOf(url);
  if (app === null) {
    return {
      kind: 'invalid',
      reason: 'This is not a page of an app: it must be like apps.apple.com/us/app/name/id123',
    };
  }
  return { kind: 'page', canonicalUrl: pageOf(app) };
}

/** The app in an address of the App Store, or null. */
export function appOf(url: URL): StoreApp | null {
  const found = APP_PATH.exec(url.pathname);
  if (found === null) return null;
  const country = (found[1] ?? DEFAULT_STOREFRONT).toLowerCase();
  return { storefront: STOREFRONT_ALIASES[country] ?? country, id: found[2] ?? '' };
}

export function pageOf({ storefront, id }: StoreApp): string {
  return `https://apps.apple.com/${storefront}/app/id${id}`;
}
