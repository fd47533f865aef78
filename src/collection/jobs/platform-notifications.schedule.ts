import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ScheduledTask } from '@libs/queue';
import { PlatformNotificationsService } from '../platform-notifications.service';

const EVERY_MS = 10_000;

/** Pulls the notifications of platforms. */
@Injectable()
export class PlatformNotificationsSchedule extends ScheduledTask {
  constructor(notifications: PlatformNotificationsService) {
    super((signal) => notifications.run(signal));
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }
}
