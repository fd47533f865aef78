import { keepPreviousData, queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { call, type Schemas } from '../client';
import type { operations } from '../schema.gen';
import type { Invalidations, LiveChange } from '../../lib/live/kinds';

export type Review = Schemas['Review'];
export type ReviewFilter = NonNullable<operations['listReviews']['parameters']['query']>;

const PAGE = 50;

export const reviewKeys = {
  all: (accountId: number) => ['account', accountId, 'reviews'] as const,
  pages: (accountId: number) => [...reviewKeys.all(accountId), 'page'] as const,
  single: (accountId: number, reviewId: number) => [...reviewKeys.all(accountId), reviewId] as const,
};

/** A page of the feed. The parameters are those of the API. */
export const reviewsQuery = (accountId: number, filter: ReviewFilter) =>
  queryOptions({
    queryKey: [...reviewKeys.pages(accountId), filter],
    queryFn: () => call(accountId, 'GET', '/v3/reviews', { query: { limit: PAGE, ...filter } }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

/** The number of reviews that pass a filter. */
export const reviewCountQuery = (accountId: number, filter: ReviewFilter) =>
  queryOptions({
    queryKey: [...reviewKeys.all(accountId), 'count', filter],
    queryFn: () => call(accountId, 'GET', '/v3/reviews', { query: { ...filter, limit: 1 } }),
    select: ({ total }) => total,
    staleTime: 30_000,
  });

/** One review, also if it is hidden or gone from the platform. */
export const reviewQuery = (accountId: number, reviewId: number) =>
  queryOptions({
    queryKey: reviewKeys.single(accountId, reviewId),
    queryFn: () => readReview(accountId, reviewId, { separate_pos_neg: true }),
    staleTime: 15_000,
  });

/** The review as a list that was read before has it; its parts are not apart there. */
export function listedReview(queries: QueryClient, accountId: number, reviewId: number): Review | undefined {
  const pages = queries.getQueriesData<{ readonly data: readonly Review[] }>({ queryKey: reviewKeys.pages(accountId) });
  for (const [, page] of pages) {
    const found = page?.data.find(({ id }) => id === reviewId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** One review with the record of the platform. */
export const rawReviewQuery = (accountId: number, reviewId: number) =>
  queryOptions({
    queryKey: [...reviewKeys.single(accountId, reviewId), 'raw'],
    queryFn: () => readReview(accountId, reviewId, { include_raw: true }),
    staleTime: 60_000,
  });

function readReview(accountId: number, reviewId: number, more: { separate_pos_neg?: boolean; include_raw?: boolean }) {
  return call(accountId, 'GET', '/v3/reviews/{review_id}', {
    path: { review_id: reviewId },
    query: { include_deleted: true, show_hidden: true, ...more },
  });
}

/** Reviews of one object, as the calls that hide and pin take them. */
export interface ReviewsOfObject {
  readonly objectId: number;
  readonly reviewIds: readonly number[];
}

/** Groups reviews by their object. */
export function byObject(reviews: readonly Pick<Review, 'id' | 'object_id'>[]): readonly ReviewsOfObject[] {
  const groups = new Map<number, number[]>();
  for (const { id, object_id: objectId } of reviews) groups.set(objectId, [...(groups.get(objectId) ?? []), id]);
  return [...groups].map(([objectId, reviewIds]) => ({ objectId, reviewIds }));
}

const inputOf = ({ objectId, reviewIds }: ReviewsOfObject) => ({
  path: { object_id: objectId },
  body: { review_ids: reviewIds },
});

export const hideReviews = (accountId: number, group: ReviewsOfObject) =>
  call(accountId, 'POST', '/v3/objects/{object_id}/hidden-reviews', inputOf(group));

export const unhideReviews = (accountId: number, group: ReviewsOfObject) =>
  call(accountId, 'DELETE', '/v3/objects/{object_id}/hidden-reviews', inputOf(group));

export const pinReviews = (accountId: number, group: ReviewsOfObject) =>
  call(accountId, 'POST', '/v3/objects/{object_id}/pinned-reviews', inputOf(group));

export const unpinReviews = (accountId: number, group: ReviewsOfObject) =>
  call(accountId, 'DELETE', '/v3/objects/{object_id}/pinned-reviews', inputOf(group));

type Snapshot = readonly (readonly [QueryKey, unknown])[];

/** Takes reviews out of the lists before the service has answered, and returns what the lists had before. */
export async function withoutReviews(
  queries: QueryClient,
  accountId: number,
  ids: readonly number[],
): Promise<Snapshot> {
  const filter = { queryKey: reviewKeys.pages(accountId) };
  await queries.cancelQueries(filter);
  const before = queries.getQueriesData(filter);
  queries.setQueriesData<ReviewPage>(filter, (page) => (page === undefined ? page : withoutRows(page, ids)));
  return before;
}

interface ReviewPage {
  readonly data: Review[];
  readonly total: number;
}

function withoutRows<P extends ReviewPage>(page: P, ids: readonly number[]): P {
  const data = page.data.filter(({ id }) => !ids.includes(id));
  return { ...page, data, total: page.total - (page.data.length - data.length) };
}

/** Puts the lists back as they were. */
export function restoreReviews(queries: QueryClient, snapshot: Snapshot | undefined): void {
  for (const [key, data] of snapshot ?? []) queries.setQueryData(key, data);
}

/** The address of a photo of a review; photos count from 1. */
export const photoAddress = (accountId: number, reviewId: number, place: number, size: 'preview' | 'full'): string =>
  `/console/api/media/${reviewId}/${place}?account_id=${accountId}&size=${size}`;

const singles = (accountId: number, { ids }: LiveChange) => (ids ?? []).map((id) => reviewKeys.single(accountId, id));

/** What live changes make stale. The inbox holds new rows back, so that its list does not move while a person reads it. */
export const reviewsLive: Invalidations = {
  'reviews.changed': (accountId) => [reviewKeys.all(accountId)],
  'reply.changed': singles,
};
