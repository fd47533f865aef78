import { numberOf, type Search } from '../../lib/url-state';

/** `link` is the link whose details are open. */
export function objectSearch(search: Search): { readonly link?: number } {
  return { link: numberOf(search['link'], 1) };
}

/** `offset` is the place of the page in the list of runs. */
export function runsSearch(search: Search): { readonly offset?: number } {
  return { offset: numberOf(search['offset'], 1) };
}
