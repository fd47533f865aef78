import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { NonOverlappingTask, Wakeups } from '@libs/queue';
import { DELIVERIES_DUE } from '../../deliveries-due';
import { RecoveryBatchStore } from '../persistence/recovery-batch.store';

const EVERY_MS = 1_000;

/**
 * Makes the deliveries of recoveries due again (contract §4.11), every second, in batches; the delivery worker sends them. Each batch
 * is one transaction, which locks the row of the recovery: one process works on a recovery at a time, a batch of a crashed process is
 * rolled back, and the next one continues after the last batch.
 */
@Injectable()
export class RecoveryRunnerSchedule implements BeforeApplicationShutdown {
  private readonly logger = new Logger(RecoveryRunnerSchedule.name);
  private readonly task = new NonOverlappingTask((signal) => this.run(signal));

  constructor(
    private readonly database: Database,
    private readonly store: RecoveryBatchStore,
    private readonly wakeups: Wakeups,
  ) {}

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.task.run();
  }

  /** Waits for the current batch only. */
  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** Runs one batch of each recovery that is due. Never throws. Returns how many deliveries it made due. */
  async run(signal: AbortSignal): Promise<number> {
    let made = 0;
    try {
      for (let batch = await this.next(); batch !== null && !signal.aborted; batch = await this.next()) made += batch;
    } catch (error) {
      this.logger.warn({ msg: 'recoveries of webhooks could not continue', err: error });
    }
    return made;
  }

  /** Returns the size of the batch; null if no recovery is due. */
  private next(): Promise<number | null> {
    return this.database.transaction(async () => {
      const recovery = await this.store.due();
      if (recovery === null) return null;
      const room = await this.store.room(recovery);
      if (room === 0) {
        await this.store.postpone(recovery);
        return 0;
      }
      const made = await this.store.makeDue(recovery, room);
      if (made > 0) this.database.afterCommit('wake-up of deliveries', () => this.wakeups.send(DELIVERIES_DUE));
      return made;
    });
  }
}
