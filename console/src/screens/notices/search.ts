import { numberOf, type Search } from '../../lib/url-state';

export function noticesSearch(search: Search): { readonly offset?: number } {
  return { offset: numberOf(search['offset'], 1) };
}
