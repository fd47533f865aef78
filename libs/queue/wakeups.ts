import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { inTime } from '@libs/kernel';
import { closeInTime } from './close-in-time';
import { waitUntilConnected, QUEUE_ADDRESS, type QueueAddress } from './queue-connection';
import { WAKEUP_JOB_OPTIONS, QueueOutage, WAKEUP_QUEUE } from './queue-outage';

const SEND_LIMIT_MS = 1_000;
/** The shortest time between two wake-ups of a name from this process. */
const REPEAT_AFTER_MS = 50;

/**
 * Wakes workers. A wake-up has only a name: the work is in PostgreSQL, and every worker also polls every second. A lost wake-up
 * delays work by a second, and a repeated one has no effect. So the wake-ups of a name that follow one within `REPEAT_AFTER_MS` are sent as
 * one, at the end of that time. No wake-ups are sent during an outage of the queue.
 */
@Injectable()
export class Wakeups implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(Wakeups.name);
  private readonly pending = new Set<Promise<void>>();
  /** The names that were sent a short time ago. */
  private readonly recent = new Map<string, { readonly timer: NodeJS.Timeout; isRepeated: boolean }>();

  constructor(
    @InjectQueue(WAKEUP_QUEUE) private readonly queue: Queue,
    @Inject(QUEUE_ADDRESS) private readonly address: QueueAddress,
    private readonly outage: QueueOutage,
  ) {}

  async onModuleInit(): Promise<void> {
    closeInTime(this.queue, () => this.logger.warn('queue: did not close in time'));
    await waitUntilConnected(this.address, this.queue);
  }

  /** Returns at once and never throws. Call it after the commit that stores the work (`database.afterCommit`). */
  send(name: string): void {
    const recent = this.recent.get(name);
    if (recent !== undefined) {
      recent.isRepeated = true;
      return;
    }
    this.recent.set(name, { timer: setTimeout(() => this.endPause(name), REPEAT_AFTER_MS), isRepeated: false });
    this.sendNow(name);
  }

  /** Waits for pending wake-ups, because a command may end right after `send`. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const name of [...this.recent.keys()]) this.endPause(name);
    // A repeated wake-up was sent, which began another pause.
    for (const { timer } of this.recent.values()) clearTimeout(timer);
    await Promise.all(this.pending);
  }

  private endPause(name: string): void {
    const recent = this.recent.get(name);
    if (recent === undefined) return;
    clearTimeout(recent.timer);
    this.recent.delete(name);
    if (recent.isRepeated) this.send(name);
  }

  private sendNow(name: string): void {
    if (this.outage.isActive) return;
    const sent = this.sendWithTimeout(name)
      .catch((error: Error) => this.outage.note(error))
      .finally(() => this.pending.delete(sent));
    this.pending.add(sent);
  }

  private async sendWithTimeout(name: string): Promise<void> {
    const added = this.queue.add(name, {}, WAKEUP_JOB_OPTIONS);
    await inTime(added, SEND_LIMIT_MS, () => {
      throw new Error(`no answer from the queue in ${SEND_LIMIT_MS} ms`);
    });
  }
}
