/**
 * Addresses of the App Store (contract §4.5, §4.6). An app has one page per country ("storefront"), each
 * with reviews of its own, so the country is part of what a link is:
 *
 *   https://apps.apple.com/gb/app/some-name/id324684580?platform=iphone  →  https://apps.apple.com/gb/app/id324684580
 *   https://itunes.apple.com/app/id324684580                             →  https://apps.apple.com/us/app/id324684580
 */
import type { UrlMatch } from '../../source';
import { hostOwnedBy } from '../../url-tools';

/** The pages and the interfaces behind them; other hosts of apple.com are no business of this source. */
export const HOSTS = ['apps.apple.com', 'itunes.apple.com'] as const;

/** An address without a country opens the storefront of the visitor; a server has none and takes the largest. */
const DEFAULT_STOREFRONT = 'us';
const APP_PATH = /^(?:\/([a-z]{2}))?\/app(?:\/[^/]+)?\/id([1-9]\d{0,14})\/?$/i;

/** One app in one storefront. */
export interface StoreApp {
  readonly id: string;
  /** Two lower-case letters. */
  readonly storefront: string;
}

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const app = appOf(url);
  if (app === null) {
    return { kind: 'invalid', reason: 'This is no page of an app: it must be like apps.apple.com/us/app/name/id123' };
  }
  return { kind: 'page', canonicalUrl: pageOf(app) };
}

/** The app that an address of the App Store names, or null. */
export function appOf(url: URL): StoreApp | null {
  const found = APP_PATH.exec(url.pathname);
  if (found === null) return null;
  return { storefront: (found[1] ?? DEFAULT_STOREFRONT).toLowerCase(), id: found[2] ?? '' };
}

export function pageOf({ storefront, id }: StoreApp): string {
  return `https://apps.apple.com/${storefront}/app/id${id}`;
}
