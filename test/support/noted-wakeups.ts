/** Wake-ups without a queue: the names are recorded and no worker is woken. */
import type { Queue } from 'bullmq';
import { QueueOutage, Wakeups } from '@libs/queue';

export function recordedWakeups(): { readonly wakeups: Wakeups; readonly wakeupsSent: string[] } {
  const wakeupsSent: string[] = [];
  const queue = {
    add: (name: string) => Promise.resolve(wakeupsSent.push(name)),
    on: () => undefined,
  } as unknown as Queue;
  const outage = new QueueOutage(queue);
  return { wakeups: new Wakeups(queue, { databaseUrl: '', redisUrl: null }, outage), wakeupsSent };
}
