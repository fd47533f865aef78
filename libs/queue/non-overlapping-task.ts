/**
 * Scheduled work, such as purging old rows: one run at a time in this process. Unlike `CoalescedPoller`, a call during a run
 * is ignored, because the schedule calls again.
 */
export class NonOverlappingTask {
  private readonly stopping = new AbortController();
  private current: Promise<unknown> | null = null;

  /** `work` should end after its current batch when its signal is aborted. */
  constructor(private readonly work: (signal: AbortSignal) => Promise<unknown>) {}

  /** Runs the work; settles as it does. Resolves at once if a run is in progress, or after `stop`. */
  async run(): Promise<void> {
    if (this.current !== null || this.stopping.signal.aborted) return;
    this.current = this.work(this.stopping.signal);
    try {
      await this.current;
    } finally {
      this.current = null;
    }
  }

  /** Prevents further runs, aborts the current one and waits for it. Never rejects: `run` reports the error of that run. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.current?.catch(() => undefined);
  }
}
