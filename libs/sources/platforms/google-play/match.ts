/**
 * Addresses of apps on Google Play (contract §4.5, §4.6). Only the id identifies an app; language, country and the name in the path
 * do not:
 *
 *   https://play.google.com/store/apps/details/Some_Game?id=org.example.game&hl=de&gl=DE
 *   https://market.android.com/details?id=org.example.game
 *   https://play.app.goo.gl/?link=https://play.google.com/store/apps/details?id=…
 *     →  https://play.google.com/store/apps/details?id=org.example.game
 *
 * `market://details?id=…` is the same page in Android, but not an address of the web: the registry accepts http and https only.
 */
import { parsedUrl } from '@libs/kernel';
import { hostBelongsTo, hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

const STORE_HOST = 'play.google.com';
/** The name of the store before 2012. */
const OLD_HOST = 'market.android.com';
/** Links of the store's own share dialog; they contain the address of the page. */
const SHARE_HOST = 'play.app.goo.gl';

export const HOSTS = [STORE_HOST, OLD_HOST, SHARE_HOST] as const;

/** The page of an app, and that of the data that the app collects. */
const DETAILS_PATH = /^\/store\/apps\/(?:details(?:\/[^/]*)?|datasafety)\/?$/;
const OLD_DETAILS_PATH = /^\/details\/?$/;
/** The name of an Android package: two parts or more. */
const APP_ID = /^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)+$/;
const MAX_ID_LENGTH = 255;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const id = appIdOf(url);
  if (id === null)
    return invalidAddress(
      'This is not a page of an app: it must be like play.google.com/store/apps/details?id=org.example.app',
    );
  return { kind: 'page', canonicalUrl: `https://play.google.com/store/apps/details?id=${id}` };
}

/** The package name of the app in an address, or null. Upper and lower case differ. */
export function appIdOf(url: URL): string | null {
  if (hostBelongsTo(url.hostname, SHARE_HOST)) return sharedAppId(url);
  const path = hostBelongsTo(url.hostname, OLD_HOST) ? OLD_DETAILS_PATH : DETAILS_PATH;
  if (!path.test(url.pathname)) return null;
  const id = url.searchParams.get('id')?.trim() ?? '';
  return id.length <= MAX_ID_LENGTH && APP_ID.test(id) ? id : null;
}

function sharedAppId({ searchParams }: URL): string | null {
  const page = parsedUrl(searchParams.get('link') ?? '');
  return page !== null && hostBelongsTo(page.hostname, STORE_HOST) ? appIdOf(page) : null;
}
