/**
 * Addresses of products in the Conversations API (contract §4.5, §4.6). Names of parameters and attributes have any case:
 *
 *   https://api.bazaarvoice.com/data/reviews.json?passkey=…&Filter=ProductId:6-bv&Limit=20   ┐
 *   https://api.bazaarvoice.com/data/reviews.json?filter=productid:eq:6-bv                   ├→ …/data/reviews.json?Filter=ProductId:6-bv
 *   https://api.bazaarvoice.com/data/products.json?Filter=Id:6-bv                            │
 *   https://api.bazaarvoice.com/data/batch.json?resource.q0=products&filter.q0=id:eq:6-bv    ┘
 *
 * The canonical form never contains a passkey.
 */
import { hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

export const API_HOST = 'api.bazaarvoice.com';
export const HOSTS = [API_HOST] as const;

const LIST_PATH = /^\/data\/(reviews|products|statistics)\.(?:json|xml)$/i;
/** Several lists in one request; the query names the list of each filter: `resource.q0`, `filter.q0`. */
const BATCH_PATH = /^\/data\/batch\.(?:json|xml)$/i;
/** The counters that a page of a shop shows. */
const SUMMARY_PATH = /^\/data\/display\/[\w.]{1,20}\/product\/summary$/i;
/** The attribute of a product's number in the filters of each list. */
const ATTRIBUTES: Readonly<Record<string, string>> = { reviews: 'productid', products: 'id', statistics: 'productid' };
const PRODUCT_ID = /^[A-Za-z0-9*._-]{1,255}$/;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const productId = url.hostname.replace(/\.$/, '') === API_HOST ? productIdOf(url) : null;
  if (productId === null)
    return invalidAddress(
      `This does not name a product: it must be like ${API_HOST}/data/reviews.json?Filter=ProductId:123`,
    );
  return { kind: 'page', canonicalUrl: `https://${API_HOST}/data/reviews.json?Filter=ProductId:${productId}` };
}

/** The number of the product in an address, or null. An address with several products has none. */
export function productIdOf(url: URL): string | null {
  const ids = idsIn(url);
  const [id] = ids;
  return id !== undefined && new Set(ids).size === 1 && PRODUCT_ID.test(id) ? id : null;
}

function idsIn({ pathname, searchParams }: URL): readonly string[] {
  const query = [...searchParams].map(([name, value]) => [name.toLowerCase(), value] as const);
  if (SUMMARY_PATH.test(pathname)) return query.flatMap(([name, value]) => (name === 'productid' ? [value] : []));
  const list = LIST_PATH.exec(pathname)?.[1]?.toLowerCase();
  if (list !== undefined) return idsInFilters(query, 'filter', list);
  if (!BATCH_PATH.test(pathname)) return [];
  const resources = query.filter(([name]) => name.startsWith('resource.'));
  return resources.flatMap(([name, value]) =>
    idsInFilters(query, name.replace('resource.', 'filter.'), value.toLowerCase()),
  );
}

/** The numbers of products in the filters with this name, which select from this list. */
function idsInFilters(query: readonly (readonly [string, string])[], name: string, list: string): readonly string[] {
  const attribute = ATTRIBUTES[list];
  return query.flatMap(([parameter, value]) => (parameter === name ? (idInFilter(value, attribute) ?? []) : []));
}

/** The value of a filter such as `ProductId:123` or `ProductId:eq:123`; null for a filter of another attribute. */
function idInFilter(filter: string, attribute: string | undefined): string | null {
  const parts = filter.split(':');
  if (parts[0]?.toLowerCase() !== attribute) return null;
  return parts.length === 3 && parts[1]?.toLowerCase() === 'eq' ? (parts[2] ?? '') : parts.slice(1).join(':');
}
