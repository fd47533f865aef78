/** Facts that travel upward between contexts: written with their cause, passed on by the worker. */
export { EventSubscribers, type BeginBatch, type EventBatch, type RelayedEvent } from './event-subscribers';
export { EventsWorkerModule } from './events-worker.module';
export { EventsModule } from './events.module';
export { eventWaits, Outbox, type DomainEvent } from './outbox';
export { EVENTS_ENTITIES } from './entities';
