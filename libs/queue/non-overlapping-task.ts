/**
 * Scheduled work, such as purging old rows: one run at a time in this process. Unlike `CoalescedPoller`, it drops a call during a
 * run, because the schedule will call again.
 */
export class NonOverlappingTask {
  private readonly stopping = new AbortController();
  private current: Promise<unknown> | null = null;

  /** When its signal is aborted, `work` ends after the current batch. */
  constructor(private readonly work: (signal: AbortSignal) => Promise<unknown>) {}

  /** Settles as the run does. Resolves at once while another run is in progress or after `stop`. */
  async run(): Promise<void> {
    if (this.current !== null || this.stopping.signal.aborted) return;
    this.current = this.work(this.stopping.signal);
    try {
      await this.current;
    } finally {
      this.current = null;
    }
  }

  /** Prevents further runs, aborts the current one and waits for it. Its failure is reported by `run`, not here. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.current?.catch(() => undefined);
  }
}
