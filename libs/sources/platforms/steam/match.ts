/**
 * Addresses of games and applications on Steam (contract §4.5, §4.6): pages of the store and of the community have one canonical
 * form.
 *
 *   https://steamcommunity.com/app/620/reviews/?browsefilter=toprated  →  https://store.steampowered.com/app/620
 */
import type { UrlMatch } from '../../source';
import { hostOwnedBy } from '../../url-tools';

export const HOSTS = ['store.steampowered.com', 'steamcommunity.com'] as const;

const APP_PATH = /^\/(?:agecheck\/)?app\/([1-9]\d{0,9})(?:\/|$)/;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const id = appIdOf(url);
  if (id === null) {
    return {
      kind: 'invalid',
      reason: 'This is not a page of an application: it must be like store.steampowered.com/app/620',
    };
  }
  return { kind: 'page', canonicalUrl: `https://store.steampowered.com/app/${id}` };
}

/** The number of the application in an address, or null. */
export function appIdOf(url: URL): string | null {
  return APP_PATH.exec(url.pathname)?.[1] ?? null;
}
