import { Module } from '@nestjs/common';
import { EventsWorkerModule } from '@libs/events';
import { QueueWorkerModule } from '@libs/queue';
import { ConnectionsModule } from '@src/connections';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { CollectionModule } from './collection.module';
import { CollectionWorker } from './jobs/collection.worker';
import { ConnectedSubscriber } from './jobs/connected.subscriber';
import { ContentRetentionSchedule } from './jobs/content-retention.schedule';
import { HousekeepingSchedule } from './jobs/housekeeping.schedule';
import { PausedSourcesSchedule } from './jobs/paused-sources.schedule';
import { PlatformNotificationsSchedule } from './jobs/platform-notifications.schedule';
import { RecordDatesSchedule } from './jobs/record-dates.schedule';
import { ReviewLanguagesSchedule } from './jobs/review-languages.schedule';
import { OutcomesModule } from './outcomes';
import { HousekeepingStore } from './persistence/housekeeping.store';
import { VisitingModule } from './visiting';

export { ContentRetentionSchedule } from './jobs/content-retention.schedule';
export { housekeepingOn } from './jobs/housekeeping.schedule';
export { RecordDatesSchedule } from './jobs/record-dates.schedule';

/** Collects links, pulls notifications and removes old rows, in worker processes. */
@Module({
  imports: [
    CollectionModule,
    ConnectionsModule,
    EventsWorkerModule,
    OutcomesModule,
    QueueWorkerModule,
    ReviewsModule,
    SourcesModule,
    VisitingModule,
  ],
  providers: [
    CollectionWorker,
    ConnectedSubscriber,
    ContentRetentionSchedule,
    HousekeepingSchedule,
    HousekeepingStore,
    PausedSourcesSchedule,
    PlatformNotificationsSchedule,
    RecordDatesSchedule,
    ReviewLanguagesSchedule,
  ],
})
export class CollectionWorkerModule {}
