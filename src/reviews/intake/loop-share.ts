import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work on foreign content yields after this much time of the event loop. */
const MAX_SHARE_MS = 10;

/** The time that a piece of work has used of the event loop since it last yielded. */
export class LoopShare {
  private since = performance.now();

  get isUsedUp(): boolean {
    return performance.now() - this.since >= MAX_SHARE_MS;
  }

  /** Yields to the event loop: renewals of leases, requests and other work run. */
  async giveFree(): Promise<void> {
    await nextTurn();
    this.since = performance.now();
  }
}
