import { Module } from '@nestjs/common';
import { EventsWorkerModule } from '@libs/events';
import { QueueWorkerModule } from '@libs/queue';
import { CollectingModule } from './collecting.module';
import { HousekeepingService } from './housekeeping.service';
import { CollectionWorker } from './jobs/collection.processor';
import { ConnectedSubscriber } from './jobs/connected.subscriber';
import { HousekeepingSchedule } from './jobs/housekeeping.schedule';
import { HousekeepingStore } from './persistence/housekeeping.store';

/** The worker's part: takes wake-ups, claims links, collects them, also those that were just connected; removes old rows. */
@Module({
  imports: [CollectingModule, EventsWorkerModule, QueueWorkerModule],
  providers: [CollectionWorker, ConnectedSubscriber, HousekeepingService, HousekeepingStore, HousekeepingSchedule],
})
export class CollectionWorkerModule {}
