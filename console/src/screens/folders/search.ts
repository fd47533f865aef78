import { textOf, type Search } from '../../lib/url-state';

/** `search` is the text by which folders are found. */
export function foldersSearch(search: Search): { readonly search?: string } {
  return { search: textOf(search['search']) };
}
