import { parsedUrl } from '@libs/kernel';
import type { Facts } from '@src/audit';
import type { SubscriptionSettings } from '../../domain/subscription';

/** A webhook as the audit trail keeps it. Of the target only the origin: a path or a query may hold a token of the receiver. */
export function factsOf(webhook: SubscriptionSettings): Facts {
  return {
    target: originOf(webhook),
    object_ids: webhook.objectIds,
    event_types: webhook.eventTypes,
    bucket_window: webhook.bucketWindow,
    filters: { ...webhook.filters },
    is_active: webhook.isActive,
  };
}

/** The same before and after a change; a target that changed behind its origin is said to have changed. */
export function factsOfChange(
  before: SubscriptionSettings,
  after: SubscriptionSettings,
): { readonly before: Facts; readonly after: Facts } {
  const facts = { before: factsOf(before), after: factsOf(after) };
  const isHidden = before.target !== after.target && originOf(before) === originOf(after);
  if (!isHidden) return facts;
  return { ...facts, after: { ...facts.after, target: `${originOf(after)} (another path)` } };
}

/** A stored target that is no address must not keep its owner from replacing it. */
const originOf = ({ target }: SubscriptionSettings): string => {
  const url = parsedUrl(target);
  return url ? `${url.origin}/…` : '(not an address)';
};
