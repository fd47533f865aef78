import type { QueryKey } from '@tanstack/react-query';
import type { Invalidations, LiveChange } from '../lib/live/kinds';
import { attentionLive } from './queries/attention';
import { objectsLive } from './queries/objects';
import { repliesLive } from './queries/replies';
import { reviewsLive } from './queries/reviews';
import { sessionLive } from './queries/session';

/** Keys that have no queries file of their own with a map, by the resource in their third place. */
const RESOURCES: Invalidations = {
  'run.progress': (accountId) => [['account', accountId, 'runs']],
  'run.ended': (accountId) => [
    ['account', accountId, 'runs'],
    ['account', accountId, 'analytics'],
    ['account', accountId, 'facts'],
  ],
  'reviews.changed': (accountId) => [
    ['account', accountId, 'pinned'],
    ['account', accountId, 'hidden'],
  ],
  'delivery.changed': (accountId) => [
    ['account', accountId, 'webhooks'],
    ['account', accountId, 'deliveries'],
  ],
  'notice.new': (accountId) => [['account', accountId, 'notices'], ['account', accountId, 'connections'], ['me']],
  'link.changed': (accountId) => [
    ['account', accountId, 'links'],
    ['account', accountId, 'connections'],
    ['account', accountId, 'facts'],
  ],
  'access.changed': (accountId) => [['account', accountId, 'members']],
};

/** What live changes make stale: one map for each resource, declared beside its queries. */
const MAPS: readonly Invalidations[] = [RESOURCES, attentionLive, objectsLive, repliesLive, reviewsLive, sessionLive];

/** The keys of the queries that these changes make stale, each once. */
export function staleKeys(accountId: number, changes: readonly LiveChange[]): readonly QueryKey[] {
  const keys = changes.flatMap((change) => MAPS.flatMap((map) => map[change.kind]?.(accountId, change) ?? []));
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
}
