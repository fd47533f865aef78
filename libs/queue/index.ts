/** BullMQ, reduced to what it is trusted with: waking workers. The work itself always stands in PostgreSQL. */
export { CoalescedPoller } from './coalesced-poller';
export { LeasedWorker, type NextPoll } from './leased-worker';
export { prepareQueue, type QueueAddress } from './queue-connection';
export { QueueOutage } from './queue-outage';
export { QueueModule, QueueWorkerModule } from './queue.module';
export { RoundSchedule } from './round-schedule';
export { SingleRound } from './single-round';
export { underLease } from './under-lease';
export { WakeupHandlers } from './wakeup-handlers';
export { Wakeups } from './wakeups';
