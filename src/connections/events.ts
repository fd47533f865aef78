/** Events of connections for the contexts above. Written in the transaction of the change. */
import type { DomainEvent } from '@libs/events';
import type { ConnectionKey } from './domain/sealed-credentials';

/** A platform accepted a connection, a new one or a replacement. */
export const PLATFORM_CONNECTED = 'PlatformConnected';

export const platformConnected = ({ accountId, objectId, sourceId }: ConnectionKey): DomainEvent => ({
  name: PLATFORM_CONNECTED,
  accountId,
  payload: { object_id: objectId, source_id: sourceId },
});
