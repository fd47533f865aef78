import { OutboxEntity } from './outbox.entity';
import { OutboxLeaseEntity } from './outbox-lease.entity';

/** The tables of this context. */
export const EVENTS_ENTITIES = [OutboxEntity, OutboxLeaseEntity];
