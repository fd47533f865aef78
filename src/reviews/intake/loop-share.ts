import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work on content of unknown length yields after it has used the event loop for this long. */
const MAX_SHARE_MS = 10;

/** Measures how long a piece of work has used the event loop since it last yielded. */
export class LoopShare {
  private since = performance.now();

  get isUsedUp(): boolean {
    return performance.now() - this.since >= MAX_SHARE_MS;
  }

  /** Yields to the event loop, so that renewals of leases, requests and other work can run. */
  async yieldLoop(): Promise<void> {
    await nextTurn();
    this.since = performance.now();
  }
}
