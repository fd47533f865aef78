import { Module } from '@nestjs/common';
import { EventsWorkerModule } from '@libs/events';
import { QueueWorkerModule } from '@libs/queue';
import { CollectingModule } from './collecting.module';
import { DropPausedService } from './drop-paused.service';
import { HousekeepingService } from './housekeeping.service';
import { CollectionWorker } from './jobs/collection.processor';
import { ConnectedSubscriber } from './jobs/connected.subscriber';
import { HousekeepingSchedule } from './jobs/housekeeping.schedule';
import { PausedSourcesSchedule } from './jobs/paused-sources.schedule';
import { HousekeepingStore } from './persistence/housekeeping.store';

/** Collects links and removes old rows, in worker processes. */
@Module({
  imports: [CollectingModule, EventsWorkerModule, QueueWorkerModule],
  providers: [
    CollectionWorker,
    ConnectedSubscriber,
    HousekeepingService,
    HousekeepingStore,
    HousekeepingSchedule,
    DropPausedService,
    PausedSourcesSchedule,
  ],
})
export class CollectionWorkerModule {}
