/**
 * Facts about objects that higher contexts act on: what readers, webhooks and the change stream held of an object is
 * answered otherwise from now on. Written in the transaction that made them true.
 */
import type { DomainEvent } from '@libs/events';

/** The object and all its links are gone for every answer. */
export const objectDeleted = (accountId: number, objectId: number): DomainEvent => ({
  name: 'ObjectDeleted',
  accountId,
  payload: { object_id: objectId },
});

/** Objects that really changed sides; one event a request. */
export const objectsSwitched = (accountId: number, objectIds: readonly number[], isActive: boolean): DomainEvent => ({
  name: 'ObjectsSwitched',
  accountId,
  payload: { object_ids: objectIds, is_active: isActive },
});
