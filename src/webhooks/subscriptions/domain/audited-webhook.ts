import { parsedUrl } from '@libs/kernel';
import type { Facts } from '@src/audit';
import type { Subscription, SubscriptionSettings } from '../../domain/subscription';

type Audited = SubscriptionSettings & Pick<Subscription, 'schemaVersion' | 'headerNames'>;

/**
 * A webhook in the audit trail, with only the origin of its target, because the path and the query may contain a token of the receiver,
 * and the names of its own headers.
 */
export function factsOf(webhook: Audited): Facts {
  return {
    target: originOf(webhook),
    object_ids: webhook.objectIds,
    event_types: webhook.eventTypes,
    bucket_window: webhook.batchWindow,
    filters: { ...webhook.filters },
    is_active: webhook.isActive,
    // Webhooks of v2 have neither.
    ...(webhook.schemaVersion === 2 ? {} : { header_names: webhook.headerNames, format: webhook.format }),
  };
}

/**
 * The webhook before and after a change. A change of the target's path or query is recorded as `(another path)`, and headers that were
 * replaced under the same names as `(other values)`.
 */
export function factsOfChange(
  before: Audited,
  after: Audited,
  headersWereSet = false,
): { readonly before: Facts; readonly after: Facts } {
  const facts = { before: factsOf(before), after: factsOf(after) };
  const onlyPathChanged = before.target !== after.target && originOf(before) === originOf(after);
  const hasSameNames = after.headerNames.length > 0 && String(before.headerNames) === String(after.headerNames);
  return {
    ...facts,
    after: {
      ...facts.after,
      ...(onlyPathChanged ? { target: `${originOf(after)} (another path)` } : {}),
      ...(headersWereSet && hasSameNames ? { header_names: [...after.headerNames, '(other values)'] } : {}),
    },
  };
}

/** Null for a listener. Does not throw for a stored target that is not a URL: otherwise the client could not replace it. */
const originOf = ({ target }: Pick<Audited, 'target'>): string | null => {
  if (target === null) return null;
  const url = parsedUrl(target);
  return url ? `${url.origin}/…` : '(not an address)';
};
