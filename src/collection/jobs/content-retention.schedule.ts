/**
 * Removes stored records of reviews before the terms of their platform forbid to keep them (docs/operations/retention.md). Reviews stay.
 */
import { Injectable, Logger } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { Database, LOCKS } from '@libs/database';
import { ScheduledTask } from '@libs/queue';
import { LIMITED_SOURCES, removalAge, type LimitedSource } from '@libs/sources';
import { purgeRecords } from '@src/reviews';

const EVERY_MS = 10 * 60_000;
const FIRST_AFTER_MS = 60_000;
/** Rows per batch, so that a transaction lasts well under a second; it is canceled after `BATCH_MS`. */
const BATCH = 1_000;
const BATCH_MS = 5_000;

/** Ends the round: another process removes records, or this process stops. */
class RoundOver extends Error {}

/**
 * Removes records every ten minutes, in small batches, one transaction each: one round at a time in this process, one batch at a time
 * over all processes. The sources take turns, and the oldest records of a source go first, so that neither a source nor an account with
 * many records delays the others.
 */
@Injectable()
export class ContentRetentionSchedule extends ScheduledTask {
  private readonly logger = new Logger(ContentRetentionSchedule.name);

  constructor(private readonly database: Database) {
    super((signal) => this.purge(signal));
  }

  @Timeout(FIRST_AFTER_MS)
  afterStart(): Promise<void> {
    return this.run();
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }

  /**
   * Runs one round, until no record is left to remove, `signal` is aborted or another process runs a round. A failure is logged and ends
   * the turns of its source; the next round retries it. Never throws. Returns the number of removed records by the slug of their source.
   */
  async purge(signal: AbortSignal): Promise<Readonly<Record<string, number>>> {
    const removed: Record<string, number> = {};
    try {
      for (let sources = LIMITED_SOURCES; sources.length > 0;) {
        const remaining: LimitedSource[] = [];
        for (const source of sources) {
          const rows = await this.turn(source, signal);
          if (rows > 0) removed[source.slug] = (removed[source.slug] ?? 0) + rows;
          if (rows === BATCH) remaining.push(source);
        }
        sources = remaining;
      }
    } catch (error) {
      if (!(error instanceof RoundOver)) this.logger.warn({ msg: 'records were not removed', err: error });
    }
    if (Object.keys(removed).length > 0) this.logger.log({ msg: 'records beyond their limit removed', ...removed });
    return removed;
  }

  private async turn({ id, slug, days }: LimitedSource, signal: AbortSignal): Promise<number> {
    try {
      if (signal.aborted) throw new RoundOver();
      return await this.database.transaction(async () => {
        if (!(await this.database.tryLock(LOCKS.contentRetention))) throw new RoundOver();
        await this.database.query(`select set_config('statement_timeout', $1, true)`, [String(BATCH_MS)]);
        return purgeRecords(this.database, id, removalAge(days), BATCH);
      });
    } catch (error) {
      if (error instanceof RoundOver) throw error;
      this.logger.warn({ msg: 'records of a source were not removed', source: slug, err: error });
      return 0;
    }
  }
}
