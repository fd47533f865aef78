/** One page of a list. */
export interface Page<T> {
  data: T[];
  /** Number of all items. */
  total: number;
  /** As applied. */
  limit: number;
  /** As applied. */
  offset: number;
  has_next: boolean;
}

/** A list without pages. */
export interface List<T> {
  data: T[];
}

/**
 * The items of all pages from an offset on, one request per page. An item that moves while the pages are read may be skipped or
 * returned twice; `reviews.sync` misses no review.
 */
export async function* itemsOf<T>(
  read: (offset: number) => Promise<Page<T>>,
  from = 0,
): AsyncGenerator<T, void, undefined> {
  let [offset, hasNext] = [from, true];
  while (hasNext) {
    const page = await read(offset);
    yield* page.data;
    offset += page.data.length;
    hasNext = page.has_next && page.data.length > 0;
  }
}
