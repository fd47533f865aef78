import { queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders, type Schemas } from '../client';
import { reviewKeys } from './reviews';

export type PinnedReview = Schemas['PinnedReview'];
export type HiddenReview = Schemas['HiddenReview'];

export const PINNED_AT_MOST = 30;

const at = (objectId: number) => ({ path: { object_id: objectId } });

/** The pinned reviews in their order, with the tag of that order. */
export interface Pinned {
  readonly reviews: readonly PinnedReview[];
  readonly tag: string;
}

export const curationKeys = {
  pinned: (accountId: number, objectId: number) => ['account', accountId, 'pinned', objectId] as const,
  hidden: (accountId: number, objectId: number) => ['account', accountId, 'hidden', objectId] as const,
};

export const pinnedQuery = (accountId: number, objectId: number) =>
  queryOptions({
    queryKey: curationKeys.pinned(accountId, objectId),
    queryFn: async (): Promise<Pinned> => {
      const path = '/v3/objects/{object_id}/pinned-reviews';
      const { data, headers } = await callWithHeaders(accountId, 'GET', path, at(objectId));
      return { reviews: data.data, tag: tagOf(headers) };
    },
    staleTime: 15_000,
  });

export const hiddenQuery = (accountId: number, objectId: number) =>
  queryOptions({
    queryKey: curationKeys.hidden(accountId, objectId),
    queryFn: async (): Promise<readonly HiddenReview[]> =>
      (await call(accountId, 'GET', '/v3/objects/{object_id}/hidden-reviews', at(objectId))).data,
    staleTime: 15_000,
  });

/** How many reviews of an object are shown, and how many are hidden. */
export const reviewCountsQuery = (accountId: number, objectId: number) =>
  queryOptions({
    queryKey: [...reviewKeys.all(accountId), 'counts', objectId],
    queryFn: async (): Promise<{ readonly shown: number; readonly hidden: number }> => {
      const total = async (show_hidden: boolean): Promise<number> => {
        const query = { object_id: objectId, show_pinned: true, show_hidden, limit: 1 };
        return (await call(accountId, 'GET', '/v3/reviews', { query })).total;
      };
      const [shown, all] = await Promise.all([total(false), total(true)]);
      return { shown, hidden: all - shown };
    },
    staleTime: 30_000,
  });

/** Replaces the order that has the tag. Throws `conflict` if another person changed it since. Returns the tag of the new order. */
export async function savePinned(
  accountId: number,
  objectId: number,
  ids: readonly number[],
  tag: string,
): Promise<string> {
  const { headers } = await callWithHeaders(accountId, 'PUT', '/v3/objects/{object_id}/pinned-reviews', {
    ...at(objectId),
    header: { 'If-Match': tag },
    body: { ordered_review_ids: ids },
  });
  return tagOf(headers);
}

const tagOf = (headers: Headers): string => headers.get('ETag') ?? '';
