import type { SearchBy } from './review-rows.sql';

/** The trigram index knows runs of at least three letters or digits; a shorter search would make it give every row. */
const INDEXED_RUN = /[\p{L}\p{N}]{3}/u;

/** How all rows that hold the search are found. */
export function searchWay(search: string | null): SearchBy {
  return search !== null && INDEXED_RUN.test(search) ? 'index' : 'reading';
}
