/**
 * Addresses of businesses on Yelp (contract §4.5, §4.6), on the sites of all countries. A business is named by its alias, which may
 * contain letters of any alphabet, or by its id of 22 characters. Both lead to the same page, but only Yelp knows which belong
 * together, so they are two canonical forms:
 *
 *   https://m.yelp.com/biz/old-mill-berlin?osq=coffee&sort_by=date_desc   ┐
 *   https://www.yelp.de/biz/old-mill-berlin?hrid=hp8hAJ-AnlpqxCCu7kyCWA   ├→ https://www.yelp.com/biz/old-mill-berlin
 *   https://www.yelp.com/biz_photos/old-mill-berlin?select=x              │
 *   https://www.yelp.com/writeareview/biz/old-mill-berlin                 ┘
 *   https://yelp.to/FRxDc8wNSz                                            →  short link, which is resolved later
 */
import { decodedPart, hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

/** Endings of Yelp's country domains, after `yelp.`. */
const ENDINGS =
  'com at be ca ch cl cz de dk es fi fr ie it nl no pl pt se ' +
  'co.jp co.nz co.uk com.ar com.au com.br com.hk com.mx com.my com.ph com.sg com.tr com.tw';

/** Yelp's shortener, which its apps use to share a business. */
export const SHORT_HOST = 'yelp.to';

export const HOSTS: readonly string[] = ENDINGS.split(' ').map((ending) => `yelp.${ending}`);

/** Subdomains that have no pages of businesses. */
const OTHER_SUBDOMAINS: ReadonlySet<string> = new Set(['api', 'biz', 'business', 'docs']);
/** The page of a business, its photos, its menu and map, and the form for a new review. */
const PATH = /^\/(?:biz|writeareview\/biz|biz_photos|menu|map)\/([^/]{1,600})\/?$/;
const SHORT_PATH = /^((?:\/[A-Za-z0-9_-]{3,40}){1,2})\/?$/;
const ID_FORM = /^[A-Za-z0-9_-]{22}$/;
const ALIAS = /^[\p{L}\p{M}\p{N}'’._&+-]{2,200}$/u;

export function match(url: URL): UrlMatch | null {
  const host = url.hostname.replace(/\.$/, '');
  if (hostOwnedBy(host, [SHORT_HOST])) return matchShort(url);
  if (!hostOwnedBy(host, HOSTS)) return null;
  const business = OTHER_SUBDOMAINS.has(host.split('.')[0] ?? '') ? null : businessOf(url);
  if (business === null)
    return invalidAddress('This is not a page of a business: it must be like yelp.com/biz/old-mill-berlin');
  return { kind: 'page', canonicalUrl: `https://www.yelp.com/biz/${encodeURIComponent(business)}` };
}

/** The alias or the id of the business in an address, or null. */
export function businessOf({ pathname }: URL): string | null {
  const name = decodedPart(PATH.exec(pathname)?.[1] ?? '') ?? '';
  if (isId(name)) return name;
  const alias = name.toLowerCase();
  return ALIAS.test(alias) && !/^\.+$/.test(alias) ? alias : null;
}

/**
 * Whether the name is an id. An alias can have 22 characters too, such as `La-Palma-San-Francisco`, but each of its words is lower-case,
 * upper-case or capitalized. Of random ids, fewer than one in 10,000 has only such words.
 */
function isId(name: string): boolean {
  return ID_FORM.test(name) && !name.split('-').every(hasCaseOfWord);
}

function hasCaseOfWord(word: string): boolean {
  const rest = word.slice(1);
  return word !== '' && (rest === rest.toLowerCase() || word === word.toUpperCase());
}

function matchShort({ pathname }: URL): UrlMatch {
  const code = SHORT_PATH.exec(pathname)?.[1];
  if (code === undefined) return invalidAddress('This short link of Yelp has no code');
  return { kind: 'short', canonicalUrl: `https://${SHORT_HOST}${code}` };
}
