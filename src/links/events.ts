/** Events of links for the contexts above. Written in the transaction of the change. */
import type { DomainEvent } from '@libs/events';

/** The link was deleted, and responses no longer contain its reviews. Not written for links that are deleted with their object. */
export const linkRemoved = (accountId: number, objectId: number, linkId: number): DomainEvent => ({
  name: 'LinkRemoved',
  accountId,
  payload: { object_id: objectId, link_id: linkId },
});
