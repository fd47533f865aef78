import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { inTime } from '@libs/kernel';
import { closeInTime } from './close-in-time';
import { connected, QUEUE_ADDRESS, type QueueAddress } from './queue-connection';
import { PASSING, QueueOutage, WAKEUP_QUEUE } from './queue-outage';

const SEND_LIMIT_MS = 1_000;

/**
 * Tells workers that there is something to do. A wake-up carries nothing but its name: what is to be done stands in
 * PostgreSQL, and every handler also looks there by itself from time to time. So a lost wake-up costs a moment and
 * never work, and a doubled one costs nothing. While the queue does not answer, none is sent.
 */
@Injectable()
export class Wakeups implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(Wakeups.name);
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    @InjectQueue(WAKEUP_QUEUE) private readonly queue: Queue,
    @Inject(QUEUE_ADDRESS) private readonly place: QueueAddress,
    private readonly outage: QueueOutage,
  ) {}

  async onModuleInit(): Promise<void> {
    closeInTime(this.queue, () => this.logger.warn('queue: did not close in time'));
    await connected(this.place, this.queue);
  }

  /** Returns at once; call it after the commit that made the work (`database.afterCommit`). Never throws. */
  send(name: string): void {
    if (this.outage.lasts) return;
    const sent = this.sendBounded(name)
      .catch((error: Error) => this.outage.note(error))
      .finally(() => this.underWay.delete(sent));
    this.underWay.add(sent);
  }

  /** A process that ends at once, as a command does, sends what it was told to. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async sendBounded(name: string): Promise<void> {
    const added = this.queue.add(name, {}, PASSING);
    await inTime(added, SEND_LIMIT_MS, () => {
      throw new Error(`no answer from the queue in ${SEND_LIMIT_MS} ms`);
    });
  }
}
