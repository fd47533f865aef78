import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';
import type { Invalidations } from '../../lib/live/kinds';

export type Attention = Schemas['AttentionShown'];
/** Things of one kind that wait for a person. */
export type AttentionItem = Schemas['AttentionItemShown'];
export type AttentionKind = AttentionItem['kind'];
export type Actor = AttentionItem['actor'];

const REPEATED_MS = 60_000;

/** What waits for a person in a scope, most urgent first, and the state of the collection. */
export const attentionQuery = (accountId: number, scope: string | undefined) =>
  queryOptions({
    queryKey: ['account', accountId, 'attention', scope ?? 'account'],
    queryFn: () => call(accountId, 'GET', '/console/api/attention', { query: { scope } }),
    staleTime: 15_000,
    refetchInterval: REPEATED_MS,
  });

const attentionOf = (accountId: number) => [['account', accountId, 'attention']];

/** What live changes make stale. */
export const attentionLive: Invalidations = {
  'run.ended': attentionOf,
  'reply.changed': attentionOf,
  'link.changed': attentionOf,
  'notice.new': attentionOf,
};
