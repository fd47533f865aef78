/**
 * Addresses of pages on Facebook (contract §4.5, §4.6). A page is named by its user name, in which Facebook ignores dots and case, or
 * by its number. Only Facebook knows which belong together, so they are two canonical forms:
 *
 *   https://m.facebook.com/Wind.Mill/reviews/?ref=page_internal    →  https://www.facebook.com/windmill
 *   https://www.facebook.com/Wind-Mill-100064000000001             ┐
 *   https://www.facebook.com/pages/Wind-Mill/100064000000001       ├→ https://www.facebook.com/100064000000001
 *   https://www.facebook.com/profile.php?id=100064000000001       ┘
 */
import type { UrlMatch } from '../../source';
import { hostOwnedBy } from '../../url-tools';

export const HOSTS = ['facebook.com', 'fb.com'] as const;

/** Subdomains with pages: the site for small screens, and languages (`de-de`). */
const PAGE_SUBDOMAIN = /^(?:(?:www|m|web|mbasic|touch|[a-z]{2}-[a-z]{2})\.)?(?:facebook|fb)\.com$/;
const NUMBER = '([1-9]\\d{4,19})';
const WHOLE_NUMBER = new RegExp(`^${NUMBER}$`);
const TAIL = '(?:/(?:reviews|about|photos|posts|videos|community|services))?';
/** Addresses with the number of a page: `/{number}`, `/{name}-{number}`, `/pages/…`, `/people/{name}/{number}`. */
const NUMBER_PATHS: readonly RegExp[] = [
  new RegExp(`^/(?:pg/|p/)?(?:[^/]{1,300}-)?${NUMBER}${TAIL}$`),
  new RegExp(`^/(?:pages|people)/[^/]{1,300}/${NUMBER}${TAIL}$`),
  new RegExp(`^/pages/category/[^/]{1,300}/[^/]{1,300}-${NUMBER}${TAIL}$`),
];
const USER_NAME_PATH = new RegExp(`^/(?:pg/)?([A-Za-z0-9.]{2,80})${TAIL}$`);
/** First parts of paths that are not names of pages. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'about ads apps bookmarks business careers checkpoint cookies dialog directory events feed find-friends flx friends games ' +
    'gaming groups hashtag help home home.php images legal live login login.php logout lists maps marketplace media memories ' +
    'messages mobile notes notifications offers p pages people permalink.php pg photo photo.php photos places plugins policies ' +
    'policy privacy profile.php public r.php recover reel reels reg requests saved search settings share sharer sharer.php ' +
    'stories story.php terms tr v video videos watch'
  ).split(' '),
);

export function match(url: URL): UrlMatch | null {
  const host = url.hostname.replace(/\.$/, '');
  if (!hostOwnedBy(host, HOSTS)) return null;
  const page = PAGE_SUBDOMAIN.test(host) ? pageIn(url) : null;
  if (page === null)
    return { kind: 'invalid', reason: 'This is not the address of a page: it must be like facebook.com/windmill' };
  return { kind: 'page', canonicalUrl: addressOf(page) };
}

/** `page`: the number or the user name of a page. */
export function addressOf(page: string): string {
  return `https://www.facebook.com/${normalized(page)}`;
}

/** The number or the normalized user name of the page in an address, or null. */
export function pageIn({ pathname, searchParams }: URL): string | null {
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  if (path === '/profile.php') return WHOLE_NUMBER.exec(searchParams.get('id') ?? '')?.[1] ?? null;
  return numberIn(path) ?? userNameIn(path);
}

function numberIn(path: string): string | null {
  return NUMBER_PATHS.map((pattern) => pattern.exec(path)?.[1]).find((number) => number !== undefined) ?? null;
}

function userNameIn(path: string): string | null {
  const name = USER_NAME_PATH.exec(path)?.[1]?.toLowerCase() ?? '';
  if (RESERVED.has(name) || name.endsWith('.php')) return null;
  const userName = normalized(name);
  return userName === '' ? null : userName;
}

/** Facebook ignores case and dots in user names. */
function normalized(userName: string): string {
  return userName.toLowerCase().replaceAll('.', '');
}
