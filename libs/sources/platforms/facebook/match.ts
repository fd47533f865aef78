/**
 * Addresses of pages on Facebook (contract §4.5, §4.6). A page is named by its user name, in which Facebook ignores dots and case, or
 * by its number. Which belong together cannot be read from an address, so they are two canonical forms:
 *
 *   https://m.facebook.com/Wind.Mill/reviews/?ref=page_internal    →  https://www.facebook.com/windmill
 *   https://www.facebook.com/Wind-Mill-100064000000001             ┐
 *   https://www.facebook.com/pages/Wind-Mill/100064000000001       ├→ https://www.facebook.com/100064000000001
 *   https://www.facebook.com/profile.php?id=100064000000001       ┘
 *   https://www.facebook.com/share/1YxwPSZJfw/                    →  short link, which is resolved later
 */
import { parsedUrl } from '@libs/kernel';
import { hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

/** Facebook's shortener. */
const SHORT_HOST = 'fb.me';

export const HOSTS = ['facebook.com', 'fb.com', SHORT_HOST] as const;

/** Subdomains with pages: the site for small screens, and languages (`de-de`). */
const PAGE_SUBDOMAIN = /^(?:(?:www|m|web|mbasic|touch|[a-z]{2}-[a-z]{2})\.)?(?:facebook|fb)\.com$/;
const NUMBER = '([1-9]\\d{4,19})';
const WHOLE_NUMBER = new RegExp(`^${NUMBER}$`);
/** Tabs of a page, and the parts of some of them: `about_profile_transparency`, `photos_by`. */
const TAIL =
  '(?:/(?:reviews|about(?:_[a-z_]{1,60})?|photos(?:_[a-z_]{1,60})?|videos(?:_[a-z_]{1,60})?|posts|community|services|reels(?:_tab)?' +
  '|events|mentions|followers|shop|menu|offers|live|map))?';
/** The link that the site and the app give to share a page. With `/p/`, `/v/`, `/r/` and `/g/` it is a post, a video or a group. */
const SHARE_PATH = /^\/share\/([A-Za-z0-9_-]{6,40})\/?$/;
const SHORT_PATH = /^\/([A-Za-z0-9_-]{4,60})\/?$/;
/** The login wall, and the parts of a page that a site embeds; the query has the address of the page. */
const LOGIN_PATH = /^\/login(?:\.php|\/)?$/;
const PLUGIN_PATH = /^\/(?:v\d+\.\d+\/)?plugins\/(?:page|likebox|like|follow)\.php$/;
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
  const link = shortLinkIn(url, host);
  if (link !== null) return { kind: 'short', canonicalUrl: link };
  const page = PAGE_SUBDOMAIN.test(host) ? pageIn(url) : null;
  if (page === null) return invalidAddress('This is not the address of a page: it must be like facebook.com/windmill');
  return { kind: 'page', canonicalUrl: addressOf(page) };
}

/** The canonical form of a short link; null if the address is none. */
function shortLinkIn({ pathname }: URL, host: string): string | null {
  const isShortener = host === SHORT_HOST;
  const code = (isShortener ? SHORT_PATH : SHARE_PATH).exec(pathname)?.[1];
  if (code === undefined || !(isShortener || PAGE_SUBDOMAIN.test(host))) return null;
  return isShortener ? `https://${SHORT_HOST}/${code}` : `https://www.facebook.com/share/${code}/`;
}

/** `page`: the number or the user name of a page. */
export function addressOf(page: string): string {
  return `https://www.facebook.com/${normalized(page)}`;
}

/** The number or the normalized user name of the page in an address, or null. */
export function pageIn(url: URL): string | null {
  return pageOf(url) ?? pageBehind(url);
}

/** The page whose address is in the query of the login wall or of an embedded part. */
function pageBehind({ pathname, searchParams }: URL): string | null {
  const name = LOGIN_PATH.test(pathname) ? 'next' : PLUGIN_PATH.test(pathname) ? 'href' : null;
  const page = name === null ? null : parsedUrl(searchParams.get(name) ?? '');
  return page !== null && PAGE_SUBDOMAIN.test(page.hostname) ? pageOf(page) : null;
}

function pageOf({ pathname, searchParams }: URL): string | null {
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  if (path === '/profile.php') return WHOLE_NUMBER.exec(searchParams.get('id') ?? '')?.[1] ?? null;
  return numberIn(path) ?? userNameIn(path);
}

function numberIn(path: string): string | null {
  return NUMBER_PATHS.map((pattern) => pattern.exec(path)?.[1]).find((number) => number !== undefined) ?? null;
}

function userNameIn(path: string): string | null {
  const name = USER_NAME_PATH.exec(path)?.[1]?.toLowerCase() ?? '';
  const userName = normalized(name);
  const isReserved = RESERVED.has(name) || RESERVED.has(userName) || name.endsWith('.php');
  return userName === '' || isReserved ? null : userName;
}

/** Facebook ignores case and dots in user names. */
function normalized(userName: string): string {
  return userName.toLowerCase().replaceAll('.', '');
}
