import { numberOf, type Search } from '../../lib/url-state';

/** `link` is the link whose details are open. */
export function objectSearch(search: Search): { readonly link?: number } {
  return { link: numberOf(search['link'], 1) };
}
