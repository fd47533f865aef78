import { setTimeout as pause } from 'node:timers/promises';
import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bullmq';

export const WAKEUP_QUEUE = 'hrev-wakeups';
/** A wake-up without a handler: it only shows that the queue accepts wake-ups again. */
const PROBE = 'probe';
const PROBE_EVERY_MS = 1_000;

/** No job is kept, and none is tried again: the next look of a worker finds what there is to do. */
export const PASSING = { removeOnComplete: true, removeOnFail: true, attempts: 1 } as const;

/**
 * Whether the queue answers, as far as this process has noticed. Its connections report every failed attempt for as long as Redis
 * or PostgreSQL is away; the log gets one line when the outage begins and one when it ends.
 */
@Injectable()
export class QueueOutage implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Queue');
  private since: number | null = null;
  private isOver = false;

  constructor(@InjectQueue(WAKEUP_QUEUE) private readonly queue: Queue) {
    // Before anything else of the start is waited for: BullMQ prints the stack of an error that nothing listens for.
    queue.on('error', (error) => this.note(error));
  }

  get lasts(): boolean {
    return this.since !== null;
  }

  /**
   * The queue failed to answer. An answer about a job is no outage: BullMQ gives such errors a number as their code. Redis that has
   * lost its data knows neither the jobs nor the locks from before.
   */
  note(error: Error & { readonly code?: unknown }): void {
    if (this.lasts || this.isOver || typeof error.code === 'number') return;
    this.since = performance.now();
    const reason = error.message || (typeof error.code === 'string' ? error.code : 'its connection broke');
    this.logger.warn(`queue: ${reason}; until it answers again, workers find their work without it`);
    void this.awaitEnd();
  }

  beforeApplicationShutdown(): void {
    this.isOver = true;
  }

  /** One attempt at a time: on Redis it waits for the connection, and the others would wait with it. */
  private async awaitEnd(): Promise<void> {
    while (!(await this.answers())) await pause(PROBE_EVERY_MS, undefined, { ref: false });
    if (this.isOver) return;
    const seconds = Math.round((performance.now() - (this.since ?? 0)) / 1000);
    this.since = null;
    this.logger.log(`queue: answers again, after ${seconds} s`);
  }

  /** Also true where nobody asks any more. */
  private async answers(): Promise<boolean> {
    if (this.isOver) return true;
    return this.queue.add(PROBE, {}, PASSING).then(
      () => true,
      () => this.isOver,
    );
  }
}
