import type { BeforeApplicationShutdown } from '@nestjs/common';
import { SingleRound } from './single-round';

/**
 * Work that a schedule of Nest calls for, one round at a time in this process. A subclass puts `@Interval` on its own `run`,
 * which calls this one.
 */
export abstract class RoundSchedule implements BeforeApplicationShutdown {
  private readonly round: SingleRound;

  /** `work` ends soon after its signal is aborted: at the end of the batch that is under way. */
  protected constructor(work: (signal: AbortSignal) => Promise<unknown>) {
    this.round = new SingleRound(work);
  }

  /** As `SingleRound.run`. */
  run(): Promise<void> {
    return this.round.run();
  }

  /** Waits for the batch that is under way, not for the round. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.round.stop();
  }
}
