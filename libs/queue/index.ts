/** BullMQ, used only to wake workers. The work itself is always in PostgreSQL. */
export { CoalescedPoller } from './coalesced-poller';
export { LeasedWorker, type NextPoll } from './leased-worker';
export { prepareQueue, type QueueAddress } from './queue-connection';
export { QueueOutage } from './queue-outage';
export { QueueModule, QueueWorkerModule } from './queue.module';
export { ScheduledTask } from './scheduled-task';
export { NonOverlappingTask } from './non-overlapping-task';
export { underLease } from './under-lease';
export { WakeupHandlers, type RunningWork } from './wakeup-handlers';
export { Wakeups } from './wakeups';
