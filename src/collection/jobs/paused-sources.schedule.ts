import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { ScheduledTask } from '@libs/queue';
import { SourceControlStore } from '../health';
import { RunResultStore } from '../outcomes';

const EVERY_MS = 2_000;

/**
 * Takes links out of their runs soon after the operator has switched off their collection, of their source or of all. A run ends with its last link, so a
 * link that waits for the end of a pause would hold back the events of the other links. The links are due again at
 * once, and are planned when the source is resumed.
 */
@Injectable()
export class PausedSourcesSchedule extends ScheduledTask {
  private readonly logger = new Logger(PausedSourcesSchedule.name);

  constructor(
    private readonly database: Database,
    private readonly control: SourceControlStore,
    private readonly results: RunResultStore,
  ) {
    super((signal) => this.dropWaiting(signal));
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }

  /** Repeats until no link waits at a paused source or `signal` is aborted. Returns the number of dropped links. Never throws. */
  async dropWaiting(signal: AbortSignal): Promise<number> {
    let dropped = 0;
    try {
      for (;;) {
        const waiting = signal.aborted ? [] : await this.control.waitingAtPaused();
        if (waiting.length === 0) return dropped;
        for (const link of waiting) {
          const isDropped = await this.database.transaction(async () => {
            if (!(await this.control.makeDueAgain(link))) return false;
            await this.results.saveDropped(link);
            return true;
          });
          if (isDropped) dropped += 1;
        }
      }
    } catch (error) {
      this.logger.warn({ msg: 'links of a paused source could not be dropped', err: error });
      return dropped;
    }
  }
}
