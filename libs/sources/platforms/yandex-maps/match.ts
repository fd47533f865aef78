/**
 * Addresses of organizations on Yandex Maps (contract §4.5, §4.6). The number of an organization is the same in every country, city,
 * language and tab, so all its addresses have one canonical form:
 *
 *   https://yandex.kz/maps/162/almaty/org/quiet_mill/1000000001/reviews/      ┐
 *   https://yandex.ru/maps/213/moscow/?mode=poi&poi[uri]=ymapsbm1://org?oid=… ├→  https://yandex.ru/maps/org/1000000001/reviews/
 *   https://yandex.ru/profile/1000000001                                      ┘
 *   https://yandex.ru/maps/-/CDab1cD2                       →   short link; the first collection resolves it
 */
import type { UrlMatch } from '../../source';
import { hostOwnedBy } from '../../url-tools';

export const HOSTS = [
  'yandex.ru',
  'yandex.com',
  'yandex.by',
  'yandex.kz',
  'yandex.uz',
  'yandex.com.tr',
  'yandex.com.am',
  'yandex.com.ge',
  'yandex.co.il',
  'yandex.az',
  'yandex.eu',
  'yandex.kg',
  'yandex.lt',
  'yandex.lv',
  'yandex.md',
  'yandex.tj',
  'yandex.tm',
] as const;

/** Subdomains with pages of Yandex Maps; other subdomains belong to other services of Yandex. */
const PAGE_SUBDOMAINS: ReadonlySet<string> = new Set(['', 'www', 'm', 'maps']);
const ORG_PATH = /\/org\/(?:[^/]+\/)?([1-9]\d{5,19})(?:\/|$)/;
const PROFILE_PATH = /^\/profile\/(?:[^/]+-)?([1-9]\d{5,19})(?:\/|$)/;
const SHORT_PATH = /^\/maps\/-\/([A-Za-z0-9_~-]{4,64})\/?$/;
const NUMBER = /^[1-9]\d{5,19}$/;
const OBJECT_ADDRESS = /^ymapsbm1:\/\/org\?(?:[^#]*&)?oid=([1-9]\d{5,19})(?:&|$)/;

export function match(url: URL): UrlMatch | null {
  const host = url.hostname.replace(/\.$/, '');
  const owner = HOSTS.find((owned) => hostOwnedBy(host, [owned]));
  if (owner === undefined) return null;
  const subdomain = host.slice(0, -owner.length).replace(/\.$/, '');
  if (!PAGE_SUBDOMAINS.has(subdomain)) return null;
  const id = organizationOf(url);
  if (id !== null) return { kind: 'page', canonicalUrl: listAddress(id) };
  const code = SHORT_PATH.exec(url.pathname)?.[1];
  if (code !== undefined) return { kind: 'short', canonicalUrl: `https://yandex.ru/maps/-/${code}` };
  return {
    kind: 'invalid',
    reason:
      'This is not a page of an organization: open it on Yandex Maps and copy the address, like /maps/org/{name}/{number}/',
  };
}

/** The number of the organization in an address of any form, or null. */
export function organizationOf(url: URL): string | null {
  const { pathname, hostname } = url;
  const isMap = /^\/(?:web-)?maps(?:\/|$)/.test(pathname) || hostname.startsWith('maps.');
  if (!isMap) return PROFILE_PATH.exec(pathname)?.[1] ?? null;
  return ORG_PATH.exec(pathname)?.[1] ?? organizationInQuery(url);
}

function organizationInQuery({ searchParams }: URL): string | null {
  const object = OBJECT_ADDRESS.exec(searchParams.get('poi[uri]') ?? '')?.[1];
  if (object !== undefined) return object;
  const number = searchParams.get('oid') ?? searchParams.get('orgpage[id]') ?? '';
  return NUMBER.test(number) ? number : null;
}

/** The address of the tab with the reviews. */
export function listAddress(id: string): string {
  return `https://yandex.ru/maps/org/${id}/reviews/`;
}
