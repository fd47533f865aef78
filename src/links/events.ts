/** Facts about links that higher contexts act on. Written in the transaction that made them true. */
import type { DomainEvent } from '@libs/events';

/** The link is gone, and its reviews with it, for every answer. Not told for links that went together with their object. */
export const linkRemoved = (accountId: number, objectId: number, linkId: number): DomainEvent => ({
  name: 'LinkRemoved',
  accountId,
  payload: { object_id: objectId, link_id: linkId },
});
