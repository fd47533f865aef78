import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { ObjectsModule } from '@src/objects';
import { SwitchesModule } from '@src/switches';
import { SigningModule } from '../signing.module';
import { DeliveryHistoryService } from './delivery-history.service';
import { SigningSecretV2Controller } from './http/v2/signing-secret.controller';
import { WebhooksV2Controller } from './http/v2/webhooks.controller';
import { DeliveriesController } from './http/v3/deliveries.controller';
import { SigningSecretV3Controller } from './http/v3/signing-secret.controller';
import { DeliveryStatisticsController } from './http/v3/delivery-statistics.controller';
import { WebhooksV3Controller } from './http/v3/webhooks.controller';
import { DeliveryStatisticsQuery } from './persistence/delivery-statistics.query';
import { DeliveryQuery } from './persistence/delivery.query';
import { DeliveryStore } from './persistence/delivery.store';
import { TestDeliveryStore } from './persistence/test-delivery.store';
import { HeldDeliveriesStore } from './persistence/held-deliveries.store';
import { WebhookStore } from './persistence/webhook.store';
import { TestEventService } from './test-event.service';
import { WebhooksService } from './webhooks.service';

/** The routes that manage webhooks, their secret and their deliveries. */
@Module({
  imports: [AuditModule, ObjectsModule, SigningModule, SwitchesModule],
  controllers: [
    SigningSecretV2Controller,
    SigningSecretV3Controller,
    WebhooksV2Controller,
    WebhooksV3Controller,
    DeliveriesController,
    DeliveryStatisticsController,
  ],
  providers: [
    DeliveryHistoryService,
    DeliveryStatisticsQuery,
    DeliveryQuery,
    DeliveryStore,
    HeldDeliveriesStore,
    TestDeliveryStore,
    TestEventService,
    WebhooksService,
    WebhookStore,
  ],
  exports: [DeliveryHistoryService, HeldDeliveriesStore],
})
export class SubscriptionsModule {}
