import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ScheduledTask } from '@libs/queue';
import { DeliveryPurgeService } from './delivery-purge.service';

const EVERY_MS = 60_000;

/** Purges the tables of deliveries every minute; one round at a time in this process. */
@Injectable()
export class DeliveryPurgeSchedule extends ScheduledTask {
  constructor(purge: DeliveryPurgeService) {
    super((signal) => purge.run(signal));
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }
}
