/**
 * Reads the reviews in a rendered 2GIS page. Two layouts are known:
 *
 *   2026-08   __REACT_QUERY_STATE__: query `fetchEntityReviews`, `state.data.pages[].{items, total, hasMore}`
 *   2026-03   initialState: order in `data.reviewSearch.*.data.items`, the reviews in `data.review[id].data`
 *
 * The page sorts by trust rather than by date and has no second page.
 */
import { z } from 'zod';
import { readShape } from '../../read-shape';
import type { Place } from './match';

export interface RenderedList {
  readonly items: readonly unknown[];
  /** Number of reviews according to the page. */
  readonly total: number | null;
  /** Whether the list continues after the page, according to the page. */
  readonly hasMore: boolean;
}

const total = z.number().int().nonnegative().nullish();

const queriesShape = z.object({
  queries: z.array(z.object({ queryKey: z.array(z.unknown()), state: z.object({ data: z.unknown() }) })),
});

const pagesShape = z.object({
  pages: z.array(z.object({ items: z.array(z.unknown()), total, hasMore: z.boolean().nullish() })).min(1),
});

const searchShape = z.record(
  z.string(),
  z.object({ data: z.object({ items: z.array(z.unknown()), total, hasMore: z.boolean().nullish() }).nullish() }),
);
const reviewsShape = z.record(z.string(), z.unknown());
const storedShape = z.object({ data: z.unknown() });

/** Reads the list of `place` in either layout; null if there is none. Throws `Changed` for an invalid list. */
export function readRenderedList(
  queryState: unknown,
  data: Readonly<Record<string, unknown>>,
  place: Place,
): RenderedList | null {
  return (queryState === null ? null : readQueryState(queryState, place)) ?? readStore(data);
}

function readQueryState(queryState: unknown, { id }: Place): RenderedList | null {
  const { queries } = readShape(queriesShape, queryState, "The page's __REACT_QUERY_STATE__");
  const query = queries.find(({ queryKey }) => queryKey[0] === 'fetchEntityReviews' && isUnfiltered(queryKey[1], id));
  if (query === undefined || query.state.data === undefined || query.state.data === null) return null;
  const { pages } = readShape(pagesShape, query.state.data, "The page's reviews");
  return {
    items: pages.flatMap(({ items }) => items),
    total: pages[0]?.total ?? null,
    hasMore: pages.at(-1)?.hasMore ?? false,
  };
}

/** The key is `[id, kind, filter, filter, …, order]`; a query with a filter is not the whole list. */
function isUnfiltered(key: unknown, id: string): boolean {
  if (!Array.isArray(key) || key[0] !== id) return false;
  const filters: unknown[] = key.slice(2, -1);
  return filters.every((filter) => filter === null || filter === undefined);
}

function readStore(data: Readonly<Record<string, unknown>>): RenderedList | null {
  const { reviewSearch, review } = data;
  if (reviewSearch === undefined || review === undefined) return null;
  const lists = Object.values(readShape(searchShape, reviewSearch, "The page's reviewSearch"));
  const list = lists.length === 1 ? lists[0]?.data : null;
  if (list === null || list === undefined) return null;
  const reviews = readShape(reviewsShape, review, "The page's review");
  const items = list.items.map((id) => storedReview(reviews, id));
  return { items, total: list.total ?? null, hasMore: list.hasMore ?? false };
}

/** The record of a review; null if the page does not contain it, so that it is counted as unread. */
function storedReview(reviews: z.infer<typeof reviewsShape>, id: unknown): unknown {
  const key = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  const stored = storedShape.safeParse(Object.hasOwn(reviews, key) ? reviews[key] : undefined);
  return stored.success ? stored.data.data : null;
}
