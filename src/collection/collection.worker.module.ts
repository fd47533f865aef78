import { Module } from '@nestjs/common';
import { EventsWorkerModule } from '@libs/events';
import { QueueWorkerModule } from '@libs/queue';
import { ConnectionsModule } from '@src/connections';
import { SourcesModule } from '@src/sources';
import { CollectingModule } from './collecting.module';
import { DropPausedService } from './drop-paused.service';
import { HousekeepingService } from './housekeeping.service';
import { CollectionWorker } from './jobs/collection.processor';
import { ConnectedSubscriber } from './jobs/connected.subscriber';
import { HousekeepingSchedule } from './jobs/housekeeping.schedule';
import { PausedSourcesSchedule } from './jobs/paused-sources.schedule';
import { PlatformNotificationsSchedule } from './jobs/platform-notifications.schedule';
import { HousekeepingStore } from './persistence/housekeeping.store';
import { PlatformNotificationsService } from './platform-notifications.service';

/** Collects links, pulls notifications and removes old rows, in worker processes. */
@Module({
  imports: [CollectingModule, ConnectionsModule, EventsWorkerModule, QueueWorkerModule, SourcesModule],
  providers: [
    CollectionWorker,
    ConnectedSubscriber,
    HousekeepingService,
    HousekeepingStore,
    HousekeepingSchedule,
    DropPausedService,
    PausedSourcesSchedule,
    PlatformNotificationsSchedule,
    PlatformNotificationsService,
  ],
})
export class CollectionWorkerModule {}
