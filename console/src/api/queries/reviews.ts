import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { clientOf, dataOf, type Schemas } from '../client';
import type { operations } from '../schema.gen';

export type Review = Schemas['Review'];
export type ReviewFilter = NonNullable<operations['listReviews']['parameters']['query']>;

const PAGE = 50;

export const reviewKeys = {
  all: (accountId: number) => ['account', accountId, 'reviews'] as const,
};

/** A page of the feed. The parameters are those of the API. */
export const reviewsQuery = (accountId: number, filter: ReviewFilter) =>
  queryOptions({
    queryKey: [...reviewKeys.all(accountId), 'page', filter],
    queryFn: () => dataOf(clientOf(accountId).GET('/v3/reviews', { params: { query: { limit: PAGE, ...filter } } })),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

export const reviewQuery = (accountId: number, reviewId: number) =>
  queryOptions({
    queryKey: [...reviewKeys.all(accountId), reviewId],
    queryFn: () =>
      dataOf(
        clientOf(accountId).GET('/v3/reviews/{review_id}', {
          params: { path: { review_id: reviewId }, query: { separate_pos_neg: true } },
        }),
      ),
    staleTime: 15_000,
  });
