/**
 * Addresses of products in the Conversations API (contract §4.5, §4.6). Names of parameters and attributes have any case:
 *
 *   https://api.bazaarvoice.com/data/reviews.json?passkey=…&Filter=ProductId:6-bv&Limit=20   ┐
 *   https://api.bazaarvoice.com/data/reviews.json?filter=productid:eq:6-bv                   ├→ …/data/reviews.json?Filter=ProductId:6-bv
 *   https://api.bazaarvoice.com/data/products.json?Filter=Id:6-bv                            ┘
 *
 * The canonical form never contains a passkey.
 */
import type { UrlMatch } from '../../source';
import { hostOwnedBy } from '../../url-tools';

export const API_HOST = 'api.bazaarvoice.com';
export const HOSTS = [API_HOST] as const;

const PATH = /^\/data\/(reviews|products)\.json$/i;
/** The attribute of a product's number in the filters of each list. */
const ATTRIBUTES: Readonly<Record<string, string>> = { reviews: 'ProductId', products: 'Id' };
const PRODUCT_ID = /^[A-Za-z0-9*._-]{1,255}$/;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const productId = url.hostname.replace(/\.$/, '') === API_HOST ? productIdOf(url) : null;
  if (productId === null) {
    return {
      kind: 'invalid',
      reason: `This does not name a product: it must be like ${API_HOST}/data/reviews.json?Filter=ProductId:123`,
    };
  }
  return { kind: 'page', canonicalUrl: `https://${API_HOST}/data/reviews.json?Filter=ProductId:${productId}` };
}

/** The number of the product in an address, or null. An address with several products has none. */
export function productIdOf(url: URL): string | null {
  const attribute = ATTRIBUTES[PATH.exec(url.pathname)?.[1]?.toLowerCase() ?? ''];
  const ids = [...url.searchParams]
    .filter(([name]) => name.toLowerCase() === 'filter')
    .flatMap(([, value]) => idInFilter(value, attribute) ?? []);
  const [id] = ids;
  return id !== undefined && new Set(ids).size === 1 && PRODUCT_ID.test(id) ? id : null;
}

/** The value of a filter such as `ProductId:123` or `ProductId:eq:123`; null for a filter of another attribute. */
function idInFilter(filter: string, attribute: string | undefined): string | null {
  const parts = filter.split(':');
  if (parts[0]?.toLowerCase() !== attribute?.toLowerCase()) return null;
  return parts.length === 3 && parts[1]?.toLowerCase() === 'eq' ? (parts[2] ?? '') : parts.slice(1).join(':');
}
