/**
 * Addresses of apps (contract §4.5, §4.6).
 *
 *   https://apps.nextcloud.com/apps/lantern_notes/releases?platform=30#30  ┐
 *   https://apps.nextcloud.com/de/apps/lantern_notes                       ┴→  https://apps.nextcloud.com/apps/lantern_notes
 */
import { hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

export const HOSTS = ['apps.nextcloud.com'] as const;

/** Ids consist of lower-case ASCII letters, digits and underscores. */
const APP_PATH = /^\/(?:[a-z]{2,3}(?:[-_@][A-Za-z]{2,8}){0,2}\/|api\/v\d+\/)?apps\/([a-z][a-z\d_]{0,255})(?:\/|$)/;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const id = appIdOf(url);
  if (id === null) return invalidAddress('This is not a page of an app: it must be like apps.nextcloud.com/apps/name');
  return { kind: 'page', canonicalUrl: appUrl(id) };
}

/** The id of the app in an address, or null. */
export function appIdOf(url: URL): string | null {
  return APP_PATH.exec(url.pathname)?.[1] ?? null;
}

/** The canonical address of an app. */
export function appUrl(id: string): string {
  return `https://apps.nextcloud.com/apps/${id}`;
}
