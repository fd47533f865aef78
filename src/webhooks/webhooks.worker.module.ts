import { Module } from '@nestjs/common';
import { DeliveryModule } from './delivery';
import { FanOutModule } from './fan-out';

export { deliveryPurgeOn } from './delivery';

/** The rooms of the worker role. They turn events into deliveries and send them. */
@Module({ imports: [DeliveryModule, FanOutModule] })
export class WebhooksWorkerModule {}
