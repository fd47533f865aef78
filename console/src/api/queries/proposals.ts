import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, type Schemas } from '../client';
import { refreshReplies, replyKeys, type ReplyScope } from './replies';
import { reviewQuery } from './reviews';

export type ReplyProposal = Schemas['ReplyProposal'];
export type ReplyPolicy = Schemas['ReplyPolicyShown'];
export type PolicyInput = Schemas['PolicyBody'];

const path = (id: number) => ({ path: { proposal_id: id } });
/** More than a review has open ones, and the last approved ones. */
const OF_REVIEW = 20;

const proposalKeys = {
  all: (accountId: number) => [...replyKeys.all(accountId), 'proposals'] as const,
  policy: (accountId: number) => ['account', accountId, 'reply-policy'] as const,
};

/**
 * The proposals for a review that are open or were approved, the latest first. Where one is open, the review is read after them: what a
 * person reads is then never older than the version that an approval names.
 */
export const proposalsQuery = (queries: QueryClient, accountId: number, reviewId: number) =>
  queryOptions({
    queryKey: [...proposalKeys.all(accountId), 'of', reviewId],
    queryFn: async (): Promise<readonly ReplyProposal[]> => {
      const query = { review_ids: [reviewId], status: ['open', 'approved', 'published'] as const, limit: OF_REVIEW };
      const { data } = await call(accountId, 'GET', '/v3/reply-proposals', { query });
      if (data.some(({ status }) => status === 'open'))
        await queries.fetchQuery({ ...reviewQuery(accountId, reviewId), staleTime: 0 });
      return data;
    },
    staleTime: 15_000,
  });

/** A page of the open proposals. */
export const openProposalsQuery = (accountId: number, scope: ReplyScope, page: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: [...proposalKeys.all(accountId), 'open', scope, page],
    queryFn: () => call(accountId, 'GET', '/v3/reply-proposals', { query: { status: ['open'], ...scope, ...page } }),
    staleTime: 15_000,
  });

/** Approves a proposal with the text of the person, for the review as the proposal's query read it. */
export const approveProposal = (accountId: number, { id, review_version: version }: ReplyProposal, text: string) =>
  call(accountId, 'POST', '/v3/reply-proposals/{proposal_id}/approval', {
    ...path(id),
    body: { text, ...(version === null ? {} : { review_version: version }) },
  });

export const dismissProposal = (accountId: number, id: number) =>
  call(accountId, 'POST', '/v3/reply-proposals/{proposal_id}/dismissal', { ...path(id), body: {} });

/** Reads again what a decision changes; the proposals are among the replies. */
export const refreshProposals = (queries: QueryClient, accountId: number) => refreshReplies(queries, accountId);

export const policyQuery = (accountId: number) =>
  queryOptions({
    queryKey: proposalKeys.policy(accountId),
    queryFn: () => call(accountId, 'GET', '/v3/reply-policy'),
    staleTime: 15_000,
  });

export async function putPolicy(queries: QueryClient, accountId: number, body: PolicyInput): Promise<ReplyPolicy> {
  const policy = await call(accountId, 'PUT', '/v3/reply-policy', { body });
  queries.setQueryData(proposalKeys.policy(accountId), policy);
  return policy;
}
