/**
 * Addresses of games and applications on Steam (contract §4.5, §4.6): pages of the store and of the community, and the short
 * address of an application have one canonical form.
 *
 *   https://steamcommunity.com/app/620/reviews/?browsefilter=toprated  ┐
 *   https://s.team/a/620                                               ┴→  https://store.steampowered.com/app/620
 */
import { hostBelongsTo, hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

const STORE_HOST = 'store.steampowered.com';
const COMMUNITY_HOST = 'steamcommunity.com';
/** Steam's shortener; only `/a/` leads to an application. */
const SHORT_HOST = 's.team';

export const HOSTS = [STORE_HOST, COMMUNITY_HOST, SHORT_HOST] as const;

const NUMBER = '([1-9]\\d{0,9})(?:/|$)';
const PATHS: Readonly<Record<(typeof HOSTS)[number], RegExp>> = {
  [STORE_HOST]: new RegExp(`^/(?:(?:agecheck/|news/)?app|dlc|widget|recommended/recommendgame)/${NUMBER}`),
  [COMMUNITY_HOST]: new RegExp(`^/(?:app|games)/${NUMBER}`),
  [SHORT_HOST]: new RegExp(`^/a/${NUMBER}`),
};

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const id = appIdOf(url);
  if (id === null)
    return invalidAddress('This is not a page of an application: it must be like store.steampowered.com/app/620');
  return { kind: 'page', canonicalUrl: `https://store.steampowered.com/app/${id}` };
}

/** The number of the application in an address, or null. */
export function appIdOf(url: URL): string | null {
  const host = HOSTS.find((owned) => hostBelongsTo(url.hostname, owned));
  return (host && PATHS[host].exec(url.pathname)?.[1]) ?? null;
}
