/**
 * Looking for work that stands in PostgreSQL: one look at a time in this process, and calls while one is under way are
 * folded into one more after it, so that a wake-up in its middle is not lost and a hundred of them cost one look.
 */
export class FoldedLooks {
  private looking: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  /** `work` does all there is to do; what it throws goes to `onFailure`, and the next look tries again. */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  get isStopped(): boolean {
    return this.stopped;
  }

  /** Resolves when nothing is asked for any more. Never rejects; does nothing once stopped. */
  async look(): Promise<void> {
    if (this.stopped) return;
    this.again = true;
    this.looking ??= this.lookWhileAsked();
    await this.looking;
  }

  get isLooking(): boolean {
    return this.looking !== null;
  }

  /** Resolves when no look is under way. */
  async idle(): Promise<void> {
    await this.looking;
  }

  /** No further look begins; resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.idle();
  }

  private async lookWhileAsked(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      try {
        await this.work();
      } catch (error) {
        this.onFailure(error);
      }
    }
    // In the same moment as the last question: who asks one moment later begins anew.
    this.looking = null;
  }
}
