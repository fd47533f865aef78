/**
 * Events of objects for the contexts above: the object's reviews enter or leave the responses, webhooks and the change stream.
 * Written in the transaction of the change.
 */
import type { DomainEvent } from '@libs/events';

/** The object and all its links were deleted; no response contains them any more. */
export const objectDeleted = (accountId: number, objectId: number): DomainEvent => ({
  name: 'ObjectDeleted',
  accountId,
  payload: { object_id: objectId },
});

/** Objects whose switch changed; one event per request. */
export const objectsSwitched = (accountId: number, objectIds: readonly number[], isActive: boolean): DomainEvent => ({
  name: 'ObjectsSwitched',
  accountId,
  payload: { object_ids: objectIds, is_active: isActive },
});
