import { Global, Module } from '@nestjs/common';
import { QueueWorkerModule } from '@libs/queue';
import { EventRelay } from './event-relay';
import { EventSubscribers } from './event-subscribers';
import { OutboxLeases } from './outbox-leases';

/** Events in a worker: contexts subscribe, the relay calls their handlers. */
@Global()
@Module({
  imports: [QueueWorkerModule],
  providers: [EventRelay, EventSubscribers, OutboxLeases],
  exports: [EventRelay, EventSubscribers],
})
export class EventsWorkerModule {}
