/** Facts that travel upward between contexts. */
export { EventsModule } from './events.module';
export { Outbox, type DomainEvent } from './outbox';
