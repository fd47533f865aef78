/** Events between contexts: written in the transaction of their cause, relayed to subscribers by the worker. */
export { defineEvent, type DomainEvent, type EventDefinition } from './event-definition';
export { EventSubscribers, type EventBatch, type RelayedEvent } from './event-subscribers';
export { EventsWorkerModule } from './events-worker.module';
export { EventsModule } from './events.module';
export { EVENTS_ENTITIES } from './entities';
export { eventWaits, Outbox } from './outbox';
export { OVERDUE_EVENTS, purgeRelayedEvents } from './purge';
