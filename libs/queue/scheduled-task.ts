import type { BeforeApplicationShutdown } from '@nestjs/common';
import { NonOverlappingTask } from './non-overlapping-task';

/**
 * Work that runs on a schedule of Nest, without overlap in this process. A subclass puts `@Interval` on its own `run`, which
 * calls this one.
 */
export abstract class ScheduledTask implements BeforeApplicationShutdown {
  private readonly round: NonOverlappingTask;

  /** When its signal is aborted, `work` ends after the current batch. */
  protected constructor(work: (signal: AbortSignal) => Promise<unknown>) {
    this.round = new NonOverlappingTask(work);
  }

  /** See `NonOverlappingTask.run`. */
  run(): Promise<void> {
    return this.round.run();
  }

  /** Waits for the current batch only. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.round.stop();
  }
}
