/** Dates stored records of reviews that have no time although their source has a limit, so that they are removed in time (docs/operations/retention.md). */
import { Injectable, Logger } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { Database, LOCKS } from '@libs/database';
import { ScheduledTask } from '@libs/queue';
import { LIMITED_SOURCES } from '@libs/sources';
import { dateRecords, reviewIdsOf, undatedRecords, type LinkOfSource } from '@src/reviews';

const EVERY_MS = 3_600_000;
const FIRST_AFTER_MS = 90_000;
const LINKS_PER_PAGE = 500;
/** Records per statement, so that each transaction lasts well under a second. */
const BATCH = 1_000;

/** Ends the round: another process dates records, or this process stops. */
class RoundOver extends Error {}

/**
 * Reads the links of the sources with a limit every hour, and dates what is undated, in small batches, one transaction each: one round at a
 * time in this process, one batch at a time over all processes. As a rule there is nothing to date, and a round reads one entry of an index
 * per review, and the records that are left.
 */
@Injectable()
export class RecordDatesSchedule extends ScheduledTask {
  private readonly logger = new Logger(RecordDatesSchedule.name);

  constructor(private readonly database: Database) {
    super((signal) => this.date(signal));
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
   * Runs one round, until every link was read, `signal` is aborted or another process dates records. The failure of a link is logged; the
   * next round retries it. Never throws. Returns the number of dated records.
   */
  async date(signal: AbortSignal): Promise<number> {
    let dated = 0;
    try {
      for (let links = await this.linksAfter(0); links.length > 0; links = await this.linksAfter(links.at(-1)?.id ?? 0))
        for (const link of links) dated += await this.dateLink(link, signal);
    } catch (error) {
      if (!(error instanceof RoundOver)) this.logger.warn({ msg: 'records were not dated', err: error });
    }
    if (dated > 0) this.logger.log({ msg: 'records dated', records: dated });
    return dated;
  }

  private linksAfter(id: number): Promise<readonly LinkOfSource[]> {
    return this.database.query<LinkOfSource>(
      `select id, account_id as "accountId", source_id as "sourceId" from link_view
       where source_id = any($1::int[]) and id > $2 order by id limit ${LINKS_PER_PAGE}`,
      [LIMITED_SOURCES.map((source) => source.id), id],
    );
  }

  private async dateLink(link: LinkOfSource, signal: AbortSignal): Promise<number> {
    let dated = 0;
    try {
      const ids = await reviewIdsOf(this.database, link);
      for (let at = 0; at < ids.length; at += BATCH) {
        if (signal.aborted) throw new RoundOver();
        const undated = await undatedRecords(this.database, link.accountId, ids.slice(at, at + BATCH));
        if (undated.length > 0) dated += await this.batch(link, undated);
      }
    } catch (error) {
      if (error instanceof RoundOver) throw error;
      this.logger.warn({ msg: 'records of a link were not dated', link_id: link.id, err: error });
    }
    return dated;
  }

  private batch(link: LinkOfSource, reviewIds: readonly number[]): Promise<number> {
    return this.database.transaction(async () => {
      if (!(await this.database.tryLock(LOCKS.recordDates))) throw new RoundOver();
      return dateRecords(this.database, link, reviewIds);
    });
  }
}
