/** Facts that travel upward between contexts: written with their cause, passed on by the worker. */
export { EventSubscribers, type EventHandler, type RelayedEvent } from './event-subscribers';
export { EventsWorkerModule } from './events-worker.module';
export { EventsModule } from './events.module';
export { eventWaits, Outbox, type DomainEvent } from './outbox';
