import { parsedUrl } from '@libs/kernel';
import type { Facts } from '@src/audit';
import type { SubscriptionSettings } from '../../domain/subscription';

/** A webhook in the audit trail, with only the origin of its target: the path and the query may contain a token of the receiver. */
export function factsOf(webhook: SubscriptionSettings): Facts {
  return {
    target: originOf(webhook),
    object_ids: webhook.objectIds,
    event_types: webhook.eventTypes,
    bucket_window: webhook.batchWindow,
    filters: { ...webhook.filters },
    is_active: webhook.isActive,
  };
}

/** The webhook before and after a change. A change of the target's path or query is recorded as `(another path)`. */
export function factsOfChange(
  before: SubscriptionSettings,
  after: SubscriptionSettings,
): { readonly before: Facts; readonly after: Facts } {
  const facts = { before: factsOf(before), after: factsOf(after) };
  const onlyPathChanged = before.target !== after.target && originOf(before) === originOf(after);
  if (!onlyPathChanged) return facts;
  return { ...facts, after: { ...facts.after, target: `${originOf(after)} (another path)` } };
}

/** Null for a listener. Does not throw for a stored target that is not a URL: otherwise the client could not replace it. */
const originOf = ({ target }: SubscriptionSettings): string | null => {
  if (target === null) return null;
  const url = parsedUrl(target);
  return url ? `${url.origin}/…` : '(not an address)';
};
