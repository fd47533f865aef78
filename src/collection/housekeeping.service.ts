/**
 * Housekeeping (contract §4.6: rows of deleted objects and links are purged after 30 days). Everything that it removes has
 * been out of every answer for a month at least, so being late, slow or interrupted costs nothing but space.
 */
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@libs/database';
import { HousekeepingStore, type DeadLink } from './persistence/housekeeping.store';

/** How many rows a round removed; what goes along with them (raw records, schedules, folder places) is not counted. */
export interface RemovedRows {
  reviews: number;
  links: number;
  objects: number;
  /** Ended runs and what they found. */
  runs: number;
  events: number;
}

/** Another process keeps house, or this one stops: the round is over. */
class RoundOver extends Error {}

/** Removes old rows in small batches, each in a short transaction of its own that only one process at a time is in. */
@Injectable()
export class HousekeepingService {
  private readonly logger = new Logger(HousekeepingService.name);

  constructor(
    private readonly database: Database,
    private readonly store: HousekeepingStore,
  ) {}

  /**
   * One round: until nothing is left, `signal` is aborted or another process is met at it. What fails is logged and left
   * for the next round, and holds up nothing else. Never throws.
   */
  async run(signal: AbortSignal): Promise<RemovedRows> {
    const removed: RemovedRows = { reviews: 0, links: 0, objects: 0, runs: 0, events: 0 };
    try {
      await this.purgeLinks(removed, signal);
      await this.repeat('objects', () => this.store.purgeObjects(), removed, signal);
      await this.repeat('runs', () => this.store.purgeRuns(), removed, signal);
      await this.repeat('events', () => this.store.purgeEvents(), removed, signal);
    } catch (error) {
      if (!(error instanceof RoundOver)) this.logger.warn(`housekeeping: ${messageOf(error)}`);
    }
    if (Object.values(removed).some((rows) => rows > 0)) this.logger.log({ msg: 'old rows removed', ...removed });
    return removed;
  }

  private async purgeLinks(removed: RemovedRows, signal: AbortSignal): Promise<void> {
    let link = await this.store.nextDeadLink(0);
    while (link !== null) {
      await this.purgeLink(link, removed, signal);
      link = await this.store.nextDeadLink(link.linkId);
    }
  }

  private async purgeLink(link: DeadLink, removed: RemovedRows, signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        const part = await this.batch(() => this.store.purgePart(link), signal);
        removed.reviews += part.reviews;
        removed.links += part.links;
        if (part.isGone) return;
      }
    } catch (error) {
      if (error instanceof RoundOver) throw error;
      this.logger.warn(`the link ${link.linkId} could not be purged: ${messageOf(error)}`);
    }
  }

  private async repeat(
    what: keyof RemovedRows,
    purge: () => Promise<number>,
    removed: RemovedRows,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      for (;;) {
        const rows = await this.batch(purge, signal);
        if (rows === 0) return;
        removed[what] += rows;
      }
    } catch (error) {
      if (error instanceof RoundOver) throw error;
      this.logger.warn(`old ${what} could not be removed: ${messageOf(error)}`);
    }
  }

  private batch<T>(purge: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw new RoundOver();
    return this.database.transaction(async () => {
      if (!(await this.store.takeTurn())) throw new RoundOver();
      return purge();
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
