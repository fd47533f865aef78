import { Module } from '@nestjs/common';
import { QueueWorkerModule } from '@libs/queue';
import { DeliveryModule } from './delivery';
import { FanOutModule } from './fan-out';
import { DeliveryWorker } from './jobs/delivery.processor';

/** The providers of the worker role. They turn events into deliveries and send them. */
@Module({
  imports: [DeliveryModule, FanOutModule, QueueWorkerModule],
  providers: [DeliveryWorker],
  exports: [DeliveryModule, DeliveryWorker],
})
export class WebhooksWorkerModule {}
