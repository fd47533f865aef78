import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { inTime } from '@libs/kernel';
import { closeInTime } from './close-in-time';
import { connected, QUEUE_PLACE, type QueuePlace } from './queue-connection';

export const WAKEUP_QUEUE = 'hrev-wakeups';

const SEND_LIMIT_MS = 1_000;

/**
 * Tells workers that there is something to do. A wake-up carries nothing but its name: what is to be done stands in
 * PostgreSQL, and every handler also looks there by itself from time to time. So a lost wake-up costs a moment and
 * never work, and a doubled one costs nothing.
 */
@Injectable()
export class Wakeups implements OnModuleInit {
  private readonly logger = new Logger(Wakeups.name);

  constructor(
    @InjectQueue(WAKEUP_QUEUE) private readonly queue: Queue,
    @Inject(QUEUE_PLACE) private readonly place: QueuePlace,
  ) {
    // Before anything else of the start is waited for: BullMQ prints the stack of an error that nothing listens for.
    queue.on('error', (error) => this.logger.warn(`queue: ${error.message || 'its connection broke'}`));
  }

  async onModuleInit(): Promise<void> {
    closeInTime(this.queue, () => this.logger.warn('queue: did not close in time'));
    await connected(this.place, this.queue);
  }

  /** Returns at once; call it after the commit that made the work (`database.afterCommit`). Never throws. */
  send(name: string): void {
    void this.sendBounded(name).catch((error: unknown) =>
      this.logger.warn(`wake-up ${name} was not sent: ${error instanceof Error ? error.message : String(error)}`),
    );
  }

  private async sendBounded(name: string): Promise<void> {
    const added = this.queue.add(name, {}, { removeOnComplete: true, removeOnFail: true, attempts: 1 });
    await inTime(added, SEND_LIMIT_MS, () => {
      throw new Error(`no answer from the queue in ${SEND_LIMIT_MS} ms`);
    });
  }
}
