/** A task of unknown length yields after it has used the event loop for this long. */
const MAX_SHARE_MS = 10;

/** Measures how long a piece of work has used the event loop since it last yielded. */
export class LoopShare {
  private startedAt = performance.now();

  get isUsedUp(): boolean {
    return performance.now() - this.startedAt >= MAX_SHARE_MS;
  }

  /** Yields to the event loop, so that renewals of leases, requests and other work can run. */
  async yieldLoop(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.startedAt = performance.now();
  }
}

/** Completes work that yields between its steps, and lets other work of the process run in between. */
export async function inTurns<T>(work: Generator<void, T, void>): Promise<T> {
  const loop = new LoopShare();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (loop.isUsedUp) await loop.yieldLoop();
  }
}
