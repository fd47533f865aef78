import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, type Schemas } from '../client';
import type { Invalidations } from '../../lib/live/kinds';
import { reviewKeys } from './reviews';

export type Reply = Schemas['ReplyDetails'];
export type ListedReply = Schemas['ListedReplyDetails'];

const SENDING_MS = 3_000;
const OTHERS_MS = 15_000;
const path = (reviewId: number) => ({ path: { review_id: reviewId } });

export const replyKeys = {
  all: (accountId: number) => ['account', accountId, 'replies'] as const,
  single: (accountId: number, reviewId: number) => [...replyKeys.all(accountId), reviewId] as const,
};

const isUnderWay = (reply: Pick<Reply, 'status'> | null | undefined): boolean =>
  reply?.status === 'pending' || reply?.status === 'publishing';

/**
 * The state of your reply; null without one. It is read from the list of replies, for which a review without a reply is no failure. It
 * is read again while it waits or is being sent.
 */
export const replyQuery = (accountId: number, reviewId: number) =>
  queryOptions({
    queryKey: replyKeys.single(accountId, reviewId),
    queryFn: async (): Promise<Reply | null> => {
      const query = { review_ids: [reviewId], limit: 1 };
      const { data } = await call(accountId, 'GET', '/v3/replies', { query });
      return data[0] ?? null;
    },
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? SENDING_MS : false),
  });

/** The replies to these reviews, by review. */
export const repliesQuery = (accountId: number, reviewIds: readonly number[]) =>
  queryOptions({
    queryKey: [...replyKeys.all(accountId), 'of', reviewIds],
    queryFn: () =>
      call(accountId, 'GET', '/v3/replies', {
        query: { review_ids: reviewIds, limit: Math.max(1, reviewIds.length) },
      }),
    select: ({ data }): ReadonlyMap<number, ListedReply> => new Map(data.map((reply) => [reply.review_id, reply])),
    enabled: reviewIds.length > 0,
    staleTime: 15_000,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? SENDING_MS : false),
  });

export interface ReplyScope {
  readonly object_id?: number;
  readonly folder_id?: number;
}

/** A page of the replies that failed. */
export const failedRepliesQuery = (accountId: number, scope: ReplyScope, page: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: [...replyKeys.all(accountId), 'failed', scope, page],
    queryFn: () => call(accountId, 'GET', '/v3/replies', { query: { status: ['failed'], ...scope, ...page } }),
    staleTime: 15_000,
  });

export const publishReply = (accountId: number, reviewId: number, text: string) =>
  call(accountId, 'PUT', '/v3/reviews/{review_id}/reply', { ...path(reviewId), body: { text } });

export const removeReply = (accountId: number, reviewId: number) =>
  call(accountId, 'DELETE', '/v3/reviews/{review_id}/reply', path(reviewId));

/** Reads again what a changed reply changes: its state, the lists of replies, and the reviews. */
export async function refreshReplies(queries: QueryClient, accountId: number): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: replyKeys.all(accountId) }),
    queries.invalidateQueries({ queryKey: reviewKeys.all(accountId) }),
  ]);
}

/** What a reply would meet now, and who else is writing one. */
export type Answering = Schemas['AnsweringShown'];

export const answeringQuery = (accountId: number, reviewId: number) =>
  queryOptions({
    queryKey: [...replyKeys.single(accountId, reviewId), 'answering'],
    queryFn: () => call(accountId, 'GET', '/console/api/reviews/{review_id}/answering', path(reviewId)),
    refetchInterval: OTHERS_MS,
  });

/** Notes for a minute, for other persons, that the person is writing. */
export const noteWriting = (accountId: number, reviewId: number) =>
  call(accountId, 'PUT', '/console/api/reviews/{review_id}/writing', path(reviewId));

/** What live changes make stale. */
export const repliesLive: Invalidations = {
  'reply.changed': (accountId) => [replyKeys.all(accountId)],
  'reply.writing': (accountId, { ids }) => (ids ?? []).map((id) => [...replyKeys.single(accountId, id), 'answering']),
};
