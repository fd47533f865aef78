import type { BeforeApplicationShutdown } from '@nestjs/common';
import { NonOverlappingTask } from './non-overlapping-task';

/**
 * Work on a schedule, without overlapping runs in this process. A subclass overrides `run` with an `@Interval` method that calls
 * `super.run`.
 */
export abstract class ScheduledTask implements BeforeApplicationShutdown {
  private readonly task: NonOverlappingTask;

  /** `work` should end after its current batch when its signal is aborted. */
  protected constructor(work: (signal: AbortSignal) => Promise<unknown>) {
    this.task = new NonOverlappingTask(work);
  }

  /** See `NonOverlappingTask.run`. */
  run(): Promise<void> {
    return this.task.run();
  }

  /** Waits for the current batch only. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
  }
}
