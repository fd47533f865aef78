import { textOf, type Search } from '../../lib/url-state';

/** The state of the screen that is in its address, under the names of the API. Bad values are replaced by their defaults. */
export function templateSearch(search: Search): { readonly search?: string } {
  return { search: textOf(search['search']) };
}
