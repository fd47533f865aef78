import { Module } from '@nestjs/common';
import { EventsWorkerModule } from '@libs/events';
import { QueueWorkerModule } from '@libs/queue';
import { NoticesModule } from '@src/notices';
import { DailyFlushService } from './daily-flush.service';
import { DeliveryMaker } from './delivery-maker';
import { DeliveryPurgeService } from './delivery-purge.service';
import { DeliveryService } from './delivery.service';
import { FanOutService } from './fan-out.service';
import { DeliveryPurgeSchedule } from './jobs/delivery-purge.schedule';
import { DeliveryWorker } from './jobs/delivery.processor';
import { FanOutSubscriber } from './jobs/fan-out.subscriber';
import { DeliveryPurgeStore } from './persistence/delivery-purge.store';
import { DeliverySettleStore } from './persistence/delivery-settle.store';
import { FanOutStore } from './persistence/fan-out.store';
import { TurnStore } from './persistence/turn.store';
import { SettlementService } from './settlement.service';
import { WebhooksModule } from './webhooks.module';

/** The worker's part: turns events into deliveries, delivers them, takes old ones away. */
@Module({
  imports: [EventsWorkerModule, NoticesModule, QueueWorkerModule, WebhooksModule],
  providers: [
    DailyFlushService,
    DeliveryMaker,
    DeliveryPurgeSchedule,
    DeliveryPurgeService,
    DeliveryPurgeStore,
    DeliveryService,
    DeliverySettleStore,
    DeliveryWorker,
    FanOutService,
    FanOutStore,
    FanOutSubscriber,
    SettlementService,
    TurnStore,
  ],
  exports: [DeliveryService, DeliveryWorker],
})
export class WebhooksWorkerModule {}
