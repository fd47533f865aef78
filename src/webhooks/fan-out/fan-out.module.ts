import { Module } from '@nestjs/common';
import { EventsWorkerModule } from '@libs/events';
import { DailyFlushService } from './daily-flush.service';
import { DeliveryMaker } from './delivery-maker';
import { FanOutService } from './fan-out.service';
import { FanOutSubscriber } from './fan-out.subscriber';
import { FanOutStore } from './persistence/fan-out.store';

/** Turns events into deliveries. */
@Module({
  imports: [EventsWorkerModule],
  providers: [DailyFlushService, DeliveryMaker, FanOutService, FanOutStore, FanOutSubscriber],
  exports: [DailyFlushService],
})
export class FanOutModule {}
