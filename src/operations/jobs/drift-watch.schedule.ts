import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ScheduledTask } from '@libs/queue';
import { DriftWatch } from '../drift-watch.service';
import { RoadEndWatch } from '../road-end-watch.service';

const EVERY_MS = 60_000;

/** Judges the fields and the roads of all sources every minute. */
@Injectable()
export class DriftWatchSchedule extends ScheduledTask {
  constructor(watch: DriftWatch, roadEnds: RoadEndWatch) {
    super(async () => {
      await watch.run();
      await roadEnds.run();
    });
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }
}
