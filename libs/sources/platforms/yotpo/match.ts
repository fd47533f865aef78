/**
 * Addresses of products in the API of Yotpo's widget (contract §4.5, §4.6), with the app key of the shop:
 *
 *   https://api-cdn.yotpo.com/v1/widget/{app key}/products/{product}/reviews.json?per_page=5   ┐
 *   https://api.yotpo.com/v1/widget/{app key}/products/{product}/reviews                       ├→ the first without its query
 *   https://api.yotpo.com/products/{app key}/{product}/reviews                                 │
 *   https://api.yotpo.com/products/{app key}/{product}/bottomline                              │
 *   https://api-cdn.yotpo.com/v3/storefront/store/{app key}/product/{product}/reviews          ┘
 *
 * The ids of products are the shop's own.
 */
import { decodedPart, hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

export const HOSTS = ['api-cdn.yotpo.com', 'api.yotpo.com'] as const;

/** The product under which reviews of the shop itself are listed. */
export const SITE_REVIEWS = 'yotpo_site_reviews';

const PATHS: readonly RegExp[] = [
  /^\/v1\/widget\/([A-Za-z0-9_-]{8,64})\/products\/([^/]{1,600})\/reviews(?:\.json)?$/,
  /^\/products\/([A-Za-z0-9_-]{8,64})\/([^/]{1,600})\/(?:reviews|bottomline)(?:\.json)?$/,
  /^\/v3\/storefront\/store\/([A-Za-z0-9_-]{8,64})\/product\/([^/]{1,600})\/reviews$/,
];
/** Ids have letters of any alphabet, digits, spaces and a few marks. */
const PRODUCT_ID = /^[\p{L}\p{M}\p{N} ._~:=+-]{1,200}$/u;

export interface Product {
  readonly appKey: string;
  readonly id: string;
}

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const product = productOf(url);
  if (product === null)
    return invalidAddress(
      'This does not name a product: it must be like api-cdn.yotpo.com/v1/widget/{app key}/products/1/reviews.json',
    );
  return { kind: 'page', canonicalUrl: addressOf(product) };
}

export function addressOf({ appKey, id }: Product): string {
  return `https://api-cdn.yotpo.com/v1/widget/${appKey}/products/${encodeURIComponent(id)}/reviews.json`;
}

/** The shop and the product in an address, or null. */
export function productOf({ hostname, pathname }: URL): Product | null {
  if (!HOSTS.some((host) => host === hostname.replace(/\.$/, ''))) return null;
  const path = pathname.replace(/\/$/, '');
  const [, appKey = '', encoded = ''] =
    PATHS.map((pattern) => pattern.exec(path)).find((found) => found !== null) ?? [];
  const id = decodedPart(encoded) ?? '';
  return PRODUCT_ID.test(id) && !/^\.+$/.test(id) ? { appKey, id } : null;
}
