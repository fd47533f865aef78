/**
 * Polls PostgreSQL for work: one poll at a time in this process. Calls during a poll are coalesced into one further
 * poll, so a wake-up during a poll is not lost, and a hundred of them cost one poll.
 */
export class CoalescedPoller {
  private polling: Promise<void> | null = null;
  private isRequested = false;
  private stopped = false;

  /** `work` does all due work. Its errors are passed to `onFailure`, and the next poll tries again. */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  get isStopped(): boolean {
    return this.stopped;
  }

  /** Resolves when no further poll is requested. Never rejects; does nothing once stopped. */
  async poll(): Promise<void> {
    if (this.stopped) return;
    this.isRequested = true;
    this.polling ??= this.pollWhileRequested();
    await this.polling;
  }

  get isPolling(): boolean {
    return this.polling !== null;
  }

  /** Resolves when no poll is running. */
  async idle(): Promise<void> {
    await this.polling;
  }

  /** Prevents further polls; resolves when the running one has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.idle();
  }

  private async pollWhileRequested(): Promise<void> {
    while (this.isRequested && !this.stopped) {
      this.isRequested = false;
      try {
        await this.work();
      } catch (error) {
        this.onFailure(error);
      }
    }
    // No await between the last check and this line, so a later call starts a new poll.
    this.polling = null;
  }
}
