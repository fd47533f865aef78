/** Facts about connections that higher contexts act on. Written in the transaction that made them true. */
import type { DomainEvent } from '@libs/events';
import type { ConnectionKey } from './domain/sealed-credentials';

/** A platform has taken a connection for an object's card, a first one or one in place of another. */
export const PLATFORM_CONNECTED = 'PlatformConnected';

export const platformConnected = ({ accountId, objectId, sourceId }: ConnectionKey): DomainEvent => ({
  name: PLATFORM_CONNECTED,
  accountId,
  payload: { object_id: objectId, source_id: sourceId },
});
