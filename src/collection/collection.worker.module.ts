import { Module } from '@nestjs/common';
import { QueueWorkerModule } from '@libs/queue';
import { CollectingModule } from './collecting.module';
import { HousekeepingService } from './housekeeping.service';
import { CollectionWorker } from './jobs/collection.processor';
import { HousekeepingSchedule } from './jobs/housekeeping.schedule';
import { HousekeepingStore } from './persistence/housekeeping.store';

/** The worker's part: takes wake-ups, claims links, collects them; removes old rows. */
@Module({
  imports: [CollectingModule, QueueWorkerModule],
  providers: [CollectionWorker, HousekeepingService, HousekeepingStore, HousekeepingSchedule],
})
export class CollectionWorkerModule {}
