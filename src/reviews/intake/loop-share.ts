import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work on what somebody else wrote is cut after so much time of the event loop. */
const MOST_MS = 10;

/** What one piece of work has had of the event loop since it last gave it free. */
export class LoopShare {
  private since = performance.now();

  get isUsedUp(): boolean {
    return performance.now() - this.since >= MOST_MS;
  }

  /** Lets everything run that waits: renewals of leases, requests, other work. */
  async giveFree(): Promise<void> {
    await nextTurn();
    this.since = performance.now();
  }
}
