import { queryOptions } from '@tanstack/react-query';
import { clientOf, dataOf, type Schemas } from '../client';
import { ApiProblem } from '../problem';

export type Reply = Schemas['ReplyStatus'];

const SENDING_MS = 3_000;
const path = (reviewId: number) => ({ params: { path: { review_id: reviewId } } });

export const replyKey = (accountId: number, reviewId: number) => ['account', accountId, 'replies', reviewId] as const;

/** The state of your reply; null without one. It is read again while it waits or is being sent. */
export const replyQuery = (accountId: number, reviewId: number) =>
  queryOptions({
    queryKey: replyKey(accountId, reviewId),
    queryFn: async (): Promise<Reply | null> => {
      try {
        return await dataOf(clientOf(accountId).GET('/v3/reviews/{review_id}/reply', path(reviewId)));
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'reply_not_found') return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' || state.data?.status === 'publishing' ? SENDING_MS : false,
  });

export const publishReply = (accountId: number, reviewId: number, text: string) =>
  dataOf(clientOf(accountId).PUT('/v3/reviews/{review_id}/reply', { ...path(reviewId), body: { text } }));

export const removeReply = (accountId: number, reviewId: number) =>
  dataOf(clientOf(accountId).DELETE('/v3/reviews/{review_id}/reply', path(reviewId)));
