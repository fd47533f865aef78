/**
 * Addresses of apps on Google Play (contract §4.5, §4.6). Only the id identifies an app; language, country and the name in the path
 * do not:
 *
 *   https://play.google.com/store/apps/details/Some_Game?id=org.example.game&hl=de&gl=DE
 *     →  https://play.google.com/store/apps/details?id=org.example.game
 *
 * `market://details?id=…` is the same page in Android, but not an address of the web: the registry accepts http and https only.
 */
import type { UrlMatch } from '../../source';
import { hostOwnedBy } from '../../url-tools';

export const HOSTS = ['play.google.com'] as const;

const DETAILS_PATH = /^\/store\/apps\/details(?:\/[^/]*)?\/?$/;
/** The name of an Android package: two parts or more. */
const APP_ID = /^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)+$/;
const MAX_ID_LENGTH = 255;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const id = appIdOf(url);
  if (id === null) {
    return {
      kind: 'invalid',
      reason: 'This is not a page of an app: it must be like play.google.com/store/apps/details?id=org.example.app',
    };
  }
  return { kind: 'page', canonicalUrl: `https://play.google.com/store/apps/details?id=${id}` };
}

/** The package name of the app in an address, or null. Upper and lower case differ. */
export function appIdOf(url: URL): string | null {
  if (!DETAILS_PATH.test(url.pathname)) return null;
  const id = url.searchParams.get('id')?.trim() ?? '';
  return id.length <= MAX_ID_LENGTH && APP_ID.test(id) ? id : null;
}
