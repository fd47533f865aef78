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
 * delays work by a second, and a repeated one has no effect. So the wake-ups of a name in one tick are sent as one, and those that follow
 * within `REPEAT_AFTER_MS` as another one at the end of that time. No wake-ups are sent during an outage of the queue.
 */
@Injectable()
export class Wakeups implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(Wakeups.name);
  private readonly pending = new Set<Promise<void>>();
  /** The pauses of names that were sent a short time ago. */
  private readonly pauses = new Map<string, { readonly timer: NodeJS.Timeout; isDue: boolean }>();

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
    const pause = this.pauses.get(name);
    if (pause !== undefined) {
      pause.isDue = true;
      return;
    }
    this.pauses.set(name, { timer: setTimeout(() => this.endPause(name), REPEAT_AFTER_MS), isDue: true });
    // After a commit, the callbacks of its transaction run in one tick.
    setImmediate(() => this.sendDue(name));
  }

  /** Sends what is due and waits for pending wake-ups, because a command may end right after `send`. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const [name, { timer }] of this.pauses) {
      clearTimeout(timer);
      this.sendDue(name);
    }
    this.pauses.clear();
    await Promise.all(this.pending);
  }

  private endPause(name: string): void {
    const isDue = this.pauses.get(name)?.isDue === true;
    this.pauses.delete(name);
    if (isDue) this.send(name);
  }

  private sendDue(name: string): void {
    const pause = this.pauses.get(name);
    if (pause?.isDue !== true) return;
    pause.isDue = false;
    this.sendNow(name);
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
