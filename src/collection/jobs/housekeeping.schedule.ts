/**
 * Housekeeping (contract §4.6: rows of deleted objects and links are purged after 30 days). No response has contained these rows
 * for at least a month, so a delayed or interrupted round costs only space.
 */
import { Injectable, Logger } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { ScheduledTask } from '@libs/queue';
import { HousekeepingStore, type ExpiredLink } from '../persistence/housekeeping.store';

const EVERY_MS = 3_600_000;
/** The first round does not wait for the interval, because a process may run for less than an hour, and does not slow the start. */
const FIRST_AFTER_MS = 5 * 60_000;

/** The number of rows that a round removed, without dependent rows (raw records, schedules, rows of folders). */
export interface RemovedRows {
  reviews: number;
  links: number;
  objects: number;
  /** Ended runs with their results. */
  runs: number;
  events: number;
  /** Hours, events and samples of sources. */
  sources: number;
}

/** Ends the round: another process runs housekeeping, or this process stops. */
class RoundOver extends Error {}

/**
 * Removes old rows every hour, in small batches, one transaction each: one round at a time in this process, one batch
 * at a time over all processes.
 */
@Injectable()
export class HousekeepingSchedule extends ScheduledTask {
  private readonly logger = new Logger(HousekeepingSchedule.name);

  constructor(
    private readonly database: Database,
    private readonly store: HousekeepingStore,
  ) {
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
   * Runs one round, until no old row is left, `signal` is aborted or another process runs housekeeping. A failure is logged and
   * does not affect the rest of the round; the next round retries it. Never throws.
   */
  async purge(signal: AbortSignal): Promise<RemovedRows> {
    const removed: RemovedRows = { reviews: 0, links: 0, objects: 0, runs: 0, events: 0, sources: 0 };
    try {
      await this.purgeLinks(removed, signal);
      await this.repeat('objects', () => this.store.purgeObjects(), removed, signal);
      await this.repeat('runs', () => this.store.purgeRuns(), removed, signal);
      await this.repeat('events', () => this.store.purgeEvents(), removed, signal);
      await this.repeat('sources', () => this.store.purgeSources(), removed, signal);
    } catch (error) {
      if (!(error instanceof RoundOver)) this.logger.warn(`housekeeping: ${messageOf(error)}`);
    }
    if (Object.values(removed).some((rows) => rows > 0)) this.logger.log({ msg: 'old rows removed', ...removed });
    return removed;
  }

  private async purgeLinks(removed: RemovedRows, signal: AbortSignal): Promise<void> {
    let link = await this.store.nextExpiredLink(0);
    while (link !== null) {
      await this.purgeLink(link, removed, signal);
      link = await this.store.nextExpiredLink(link.linkId);
    }
  }

  private async purgeLink(link: ExpiredLink, removed: RemovedRows, signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        const part = await this.batch(() => this.store.purgePart(link), signal);
        removed.reviews += part.reviews;
        removed.links += part.links;
        if (part.isComplete) return;
      }
    } catch (error) {
      if (error instanceof RoundOver) throw error;
      this.logger.warn(`the link ${link.linkId} could not be purged: ${messageOf(error)}`);
    }
  }

  private async repeat(
    kind: keyof RemovedRows,
    purge: () => Promise<number>,
    removed: RemovedRows,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      for (;;) {
        const rows = await this.batch(purge, signal);
        if (rows === 0) return;
        removed[kind] += rows;
      }
    } catch (error) {
      if (error instanceof RoundOver) throw error;
      this.logger.warn(`old ${kind} could not be removed: ${messageOf(error)}`);
    }
  }

  private batch<T>(purge: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw new RoundOver();
    return this.database.transaction(async () => {
      if (!(await this.store.tryLock())) throw new RoundOver();
      return purge();
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The rounds on a database that no module of Nest has opened: that of a restore, before it is the present one. */
export const housekeepingOn = (database: Database): HousekeepingSchedule =>
  new HousekeepingSchedule(database, new HousekeepingStore(database));
