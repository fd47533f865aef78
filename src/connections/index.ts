/**
 * Platform connections: credentials for an object's card on a platform. They are tested when they are added, encrypted at rest, and
 * sent only to the platform. Contract §4.5, §4.15.
 */
export { ConnectionSeals, SEALED_CONNECTIONS, SEALED_GRANTS } from './connection-seals.service';
export { ConsentFlows, type ConsentReturn, type FlowPlace } from './consent-flows.service';
export { ConnectionsModule } from './connections.module';
export { ConnectionRefused, ConnectionsService, type CheckOutcome, type OpenConnection } from './connections.service';
export { PLATFORM_CONNECTED } from './events';
export type { ConnectionRecord } from './persistence/connection.store';
export { PublishToolsFactory } from './publish-tools.factory';
export { CONNECTIONS_ENTITIES } from './persistence/entities';
