import { Injectable, Logger } from '@nestjs/common';
import { Database, LOCKS } from '@libs/database';
import { wireTime } from '@libs/kernel';
import { endingRoads, endOfRoad, type EndingRoad } from '@libs/sources';
import { SourceControlStore } from '@src/collection';
import { SourceCatalogue } from '@src/sources';
import { roadEndLine, roadEndMail } from './domain/road-end-text';
import { OperatorNotices } from './operator-notices.service';

/** Roads are announced to the operators so long before their end. */
export const WARNED_DAYS = 60;

/**
 * Tells the operators once, 60 days before, that a platform ends a way to read its reviews: by a notice in the console, a mail and an event
 * of the source.
 */
@Injectable()
export class RoadEndWatch {
  private readonly logger = new Logger(RoadEndWatch.name);

  constructor(
    private readonly database: Database,
    private readonly control: SourceControlStore,
    private readonly catalogue: SourceCatalogue,
    private readonly notices: OperatorNotices,
  ) {}

  /** Judges all roads once. One process at a time. Never throws. */
  async run(now: Date = new Date()): Promise<void> {
    const due = endingRoads(this.catalogue.platforms(), now).filter(
      ({ daysLeft }) => daysLeft > 0 && daysLeft <= WARNED_DAYS,
    );
    if (due.length === 0) return;
    try {
      await this.database.transaction(async () => {
        if (!(await this.database.tryLock(LOCKS.driftWatch))) return;
        for (const end of due) await this.tellOnce(end);
      });
    } catch (error) {
      this.logger.warn({ msg: 'the ends of roads could not be judged', err: error });
    }
  }

  private async tellOnce(end: EndingRoad): Promise<void> {
    const { slug } = end.source.facts;
    const sourceId = this.catalogue.bySlug(slug)?.id;
    const facts = { road: end.road.name, ends_at: wireTime(endOfRoad(end.endsAt)) };
    if (sourceId === undefined || (await this.control.hasEvent(sourceId, 'road_ends', facts))) return;
    await this.control.addEvent(sourceId, 'road_ends', facts);
    await this.notices.send({ kind: 'source_drift', ...roadEndMail(end), path: `/operator/sources/${slug}` });
    this.logger.warn({ msg: 'a road ends', source: slug, ...facts, days_left: end.daysLeft, detail: roadEndLine(end) });
  }
}
