import { setTimeout as pause } from 'node:timers/promises';
import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { gauge } from '@libs/metrics';
import type { Queue } from 'bullmq';

export const WAKEUP_QUEUE = 'hrev-wakeups';
/** Name of a wake-up without a handler, which tests whether the queue accepts wake-ups again. */
const PROBE = 'probe';
const PROBE_EVERY_MS = 1_000;

const REACHABLE = gauge({
  name: 'hrev_queue_reachable',
  help: 'Whether the queue of wake-ups accepts them from this process, 0 or 1. Without it, work is found by polls.',
});
REACHABLE.set({}, 1);

/** Wake-ups are neither kept nor retried: the next poll of a worker finds the work. */
export const WAKEUP_JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true, attempts: 1 } as const;

/**
 * Records whether the queue is available to this process. The connections of the queue report every failed attempt while Redis or
 * PostgreSQL is unavailable; this class logs one line when the outage begins and one when it ends.
 */
@Injectable()
export class QueueOutage implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Queue');
  private since: number | null = null;
  private isClosing = false;

  constructor(@InjectQueue(WAKEUP_QUEUE) private readonly queue: Queue) {
    // Registered in the constructor: BullMQ prints the stack of an error that has no listener.
    queue.on('error', (error) => this.note(error));
  }

  get isActive(): boolean {
    return this.since !== null;
  }

  /**
   * Records an error of the queue. An error of a single job is not an outage; BullMQ gives such errors a numeric code. They occur
   * if Redis has lost its data, and with it the jobs and locks.
   */
  note(error: Error & { readonly code?: unknown }): void {
    if (this.isActive || this.isClosing || typeof error.code === 'number') return;
    this.since = performance.now();
    REACHABLE.set({}, 0);
    const reason = error.message || (typeof error.code === 'string' ? error.code : 'its connection broke');
    this.logger.warn(`queue: ${reason}; until it answers again, workers find their work without it`);
    void this.waitForRecovery();
  }

  beforeApplicationShutdown(): void {
    this.isClosing = true;
  }

  /** Sends one probe at a time: on Redis a probe waits for the connection, and further ones would accumulate. */
  private async waitForRecovery(): Promise<void> {
    while (!(await this.answers())) await pause(PROBE_EVERY_MS, undefined, { ref: false });
    if (this.isClosing) return;
    const seconds = Math.round((performance.now() - (this.since ?? 0)) / 1000);
    this.since = null;
    REACHABLE.set({}, 1);
    this.logger.log(`queue: answers again, after ${seconds} s`);
  }

  /** Also true when the process is shutting down. */
  private async answers(): Promise<boolean> {
    if (this.isClosing) return true;
    return this.queue.add(PROBE, {}, WAKEUP_JOB_OPTIONS).then(
      () => true,
      () => this.isClosing,
    );
  }
}
