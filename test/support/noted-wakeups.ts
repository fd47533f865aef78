/** Wake-ups without a queue: the names are recorded when they are requested, and no worker is woken. */
import type { Queue } from 'bullmq';
import { QueueOutage, Wakeups } from '@libs/queue';

class RecordedWakeups extends Wakeups {
  readonly names: string[] = [];

  override send(name: string): void {
    this.names.push(name);
  }
}

export function recordedWakeups(): { readonly wakeups: Wakeups; readonly wakeupsSent: string[] } {
  const queue = { on: () => undefined } as unknown as Queue;
  const wakeups = new RecordedWakeups(queue, { databaseUrl: '', redisUrl: null }, new QueueOutage(queue));
  return { wakeups, wakeupsSent: wakeups.names };
}
