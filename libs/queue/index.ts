/** BullMQ, reduced to what it is trusted with: waking workers. The work itself always stands in PostgreSQL. */
export { FoldedLooks } from './folded-looks';
export { prepareQueue, type QueuePlace } from './queue-connection';
export { QueueOutage } from './queue-outage';
export { QueueModule, QueueWorkerModule } from './queue.module';
export { RoundSchedule } from './round-schedule';
export { SingleRound } from './single-round';
export { WakeupHandlers } from './wakeup-handlers';
export { Wakeups } from './wakeups';
