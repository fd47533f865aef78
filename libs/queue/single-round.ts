/**
 * Work that comes round by the clock, as keeping the tables small does: one round at a time in this process. Unlike
 * looking for work (`CoalescedPoller`), a call while a round is under way is dropped: the clock will ask again.
 */
export class SingleRound {
  private readonly stopping = new AbortController();
  private round: Promise<unknown> | null = null;

  /** `work` ends soon after its signal is aborted: at the end of the batch that is under way. */
  constructor(private readonly work: (signal: AbortSignal) => Promise<unknown>) {}

  /** Resolves at the end of the round, rejects as it does; at once where one is under way or after a stop. */
  async run(): Promise<void> {
    if (this.round !== null || this.stopping.signal.aborted) return;
    this.round = this.work(this.stopping.signal);
    try {
      await this.round;
    } finally {
      this.round = null;
    }
  }

  /** No further round begins; the one under way is told and waited for. A failure of it is told where it was run. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.round?.catch(() => undefined);
  }
}
