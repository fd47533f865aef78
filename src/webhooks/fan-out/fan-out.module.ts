import { Module } from '@nestjs/common';
import { EventsWorkerModule } from '@libs/events';
import { VisibleReviewsQuery } from '../persistence/receivable-reviews.query';
import { DeliveryMaker } from './delivery-maker';
import { DailyBatchesSchedule } from './jobs/daily-batches.schedule';
import { FanOutSubscriber } from './jobs/fan-out.subscriber';
import { DailyBatchStore } from './persistence/daily-batch.store';
import { FanOutStore } from './persistence/fan-out.store';

/** Turns events into deliveries. */
@Module({
  imports: [EventsWorkerModule],
  providers: [DailyBatchStore, DailyBatchesSchedule, DeliveryMaker, FanOutStore, FanOutSubscriber, VisibleReviewsQuery],
})
export class FanOutModule {}
