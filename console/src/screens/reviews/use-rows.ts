import { useQueries, useQuery } from '@tanstack/react-query';
import { openProposalsQuery } from '../../api/queries/proposals';
import { failedRepliesQuery, repliesQuery, type ListedReply } from '../../api/queries/replies';
import { reviewQuery, reviewsQuery, type Review } from '../../api/queries/reviews';
import { useNewRows } from '../../parts/new-rows';
import { filterOf, scopeOf, type ReviewsSearch } from './search';

/** Rows of a page. */
export const PAGE = 50;
/** Reviews of failed and proposed replies are read one by one. */
const FAILED_PAGE = 20;

/** The list of an address: a page of reviews, and their replies. */
export interface Rows {
  readonly rows: readonly Review[];
  /** The number of new reviews that wait for `showNew`, so that the list does not move while a person reads it. */
  readonly newCount: number;
  readonly showNew: () => void;
  readonly replies: ReadonlyMap<number, ListedReply>;
  /** Null until the first answer. */
  readonly total: number | null;
  readonly hasNext: boolean;
  readonly limit: number;
  readonly isPending: boolean;
  /** The rows are those of an earlier address. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
}

const NO_REPLIES: ReadonlyMap<number, ListedReply> = new Map();

export function useRows(accountId: number, search: ReviewsSearch): Rows {
  const feed = useFeed(accountId, search);
  const failed = useFailed(accountId, search);
  const proposed = useProposed(accountId, search);
  if (search.reply_status === 'proposed') return proposed;
  return search.reply_status === 'failed' ? failed : feed;
}

function useFeed(accountId: number, search: ReviewsSearch): Rows {
  const isShown = search.reply_status === undefined;
  const filter = filterOf(search);
  const page = useQuery({ ...reviewsQuery(accountId, filter), enabled: isShown });
  const held = useNewRows({
    fresh: page.data?.data,
    isPlaceholder: page.isPlaceholderData,
    keyOf: ({ id }) => id,
    list: JSON.stringify([accountId, filter]),
    pageSize: PAGE,
  });
  const replies = useQuery({
    ...repliesQuery(
      accountId,
      held.rows.map(({ id }) => id),
    ),
    enabled: isShown && held.rows.length > 0,
  });
  return {
    rows: held.rows,
    newCount: held.newCount,
    showNew: held.show,
    replies: replies.data ?? NO_REPLIES,
    total: page.data?.total ?? null,
    hasNext: page.data?.has_next ?? false,
    limit: PAGE,
    isPending: page.isPending,
    isStale: page.isPlaceholderData,
    error: page.error,
    refetch: () => void page.refetch(),
  };
}

/** Reviews that are read one by one, in the order of `ids`. */
function useReviews(accountId: number, ids: readonly number[]): Pick<Rows, 'rows' | 'isPending' | 'error' | 'refetch'> {
  const reviews = useQueries({ queries: ids.map((id) => reviewQuery(accountId, id)) });
  return {
    rows: reviews.flatMap(({ data }) => data ?? []),
    isPending: reviews.some(({ isPending }) => isPending),
    error: reviews.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => void Promise.all(reviews.filter(({ error }) => error !== null).map((review) => review.refetch())),
  };
}

function useFailed(accountId: number, search: ReviewsSearch): Rows {
  const isShown = search.reply_status === 'failed';
  const window = { limit: FAILED_PAGE, offset: search.offset ?? 0 };
  const page = useQuery({ ...failedRepliesQuery(accountId, scopeOf(search), window), enabled: isShown });
  const listed = isShown ? (page.data?.data ?? []) : [];
  const reviews = useReviews(
    accountId,
    listed.map(({ review_id: id }) => id),
  );
  return {
    ...NOT_HELD,
    ...factsOf(page, FAILED_PAGE),
    rows: reviews.rows,
    replies: new Map(listed.map((reply) => [reply.review_id, reply])),
    isPending: page.isPending || reviews.isPending,
    ...(page.error === null && reviews.error !== null ? { error: reviews.error, refetch: reviews.refetch } : {}),
  };
}

/** The reviews with an open proposal; one with several is listed once on a page. */
function useProposed(accountId: number, search: ReviewsSearch): Rows {
  const isShown = search.reply_status === 'proposed';
  const window = { limit: FAILED_PAGE, offset: search.offset ?? 0 };
  const page = useQuery({ ...openProposalsQuery(accountId, scopeOf(search), window), enabled: isShown });
  const listed = isShown ? (page.data?.data ?? []) : [];
  const reviews = useReviews(accountId, [...new Set(listed.map(({ review_id: id }) => id))]);
  return {
    ...NOT_HELD,
    ...factsOf(page, FAILED_PAGE),
    rows: reviews.rows,
    replies: NO_REPLIES,
    isPending: page.isPending || reviews.isPending,
    ...(page.error === null && reviews.error !== null ? { error: reviews.error, refetch: reviews.refetch } : {}),
  };
}

/** A list that shows new rows at once. */
const NOT_HELD = { newCount: 0, showNew: () => undefined, isStale: false } as const;

interface PageState {
  readonly data?: { readonly total: number; readonly has_next: boolean } | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

const factsOf = (
  { data, error, refetch }: PageState,
  limit: number,
): Pick<Rows, 'total' | 'hasNext' | 'limit' | 'error' | 'refetch'> => ({
  total: data?.total ?? null,
  hasNext: data?.has_next ?? false,
  limit,
  error,
  refetch: () => void refetch(),
});
