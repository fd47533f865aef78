/**
 * Addresses of articles on Wildberries (contract §4.5, §4.6). The number of the article (nmId) identifies it on the sites of all
 * countries:
 *
 *   https://www.wildberries.by/catalog/12345678/feedbacks?imtId=7654321        ┐
 *   https://global.wildberries.ru/product/storm-lantern-12345678?option=1      ├→ …wildberries.ru/catalog/12345678/detail.aspx
 *   https://kz.wildberries.ru/product?card=12345678                            ┘
 */
import { hostOwnedBy, invalidAddress, subdomainOf, type UrlMatch } from '../../url-tools';

const SITES = [
  'wildberries.ru',
  'wildberries.by',
  'wildberries.kz',
  'wildberries.uz',
  'wildberries.am',
  'wildberries.kg',
  'wildberries.ge',
  'wildberries.eu',
  'wildberries.co.il',
] as const;
/** wb.ru is another address of the Russian site. Its other subdomains serve the APIs (`card.wb.ru`). */
export const HOSTS: readonly string[] = [...SITES, 'wb.ru'];

/** The site itself, for small screens, for all countries, or for one (`kz`); other subdomains have no pages of articles. */
const PAGE_SUBDOMAIN = /^(?:|www|m|global|[a-z]{2})$/;

const CATALOG_PATH = /^\/catalog\/([1-9]\d{4,11})(?:\/|$)/;
const PRODUCT_PATH = /^\/product\/(?:[^/]*-)?([1-9]\d{4,11})(?:\/|$)/;
const ARTICLE = /^[1-9]\d{4,11}$/;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const article = PAGE_SUBDOMAIN.test(subdomainOf(url.hostname, HOSTS) ?? '') ? articleOf(url) : null;
  if (article === null)
    return invalidAddress(
      'This is not a page of an article: it must be like www.wildberries.ru/catalog/12345678/detail.aspx',
    );
  return { kind: 'page', canonicalUrl: `https://www.wildberries.ru/catalog/${article}/detail.aspx` };
}

/** The number of the article in an address, or null. */
export function articleOf({ pathname, searchParams }: URL): string | null {
  const inPath = (CATALOG_PATH.exec(pathname) ?? PRODUCT_PATH.exec(pathname))?.[1];
  if (inPath !== undefined) return inPath;
  const card = /^\/product\/?$/.test(pathname) ? (searchParams.get('card') ?? '') : '';
  return ARTICLE.test(card) ? card : null;
}
