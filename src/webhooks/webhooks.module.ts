import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { ObjectsModule } from '@src/objects';
import { DeliveryHistoryService } from './delivery-history.service';
import { DeliveriesController } from './http/v3/deliveries.controller';
import { SigningSecretV2Controller } from './http/v2/signing-secret.controller';
import { WebhooksV2Controller } from './http/v2/webhooks.controller';
import { SigningSecretV3Controller } from './http/v3/signing-secret.controller';
import { WebhooksV3Controller } from './http/v3/webhooks.controller';
import { WebhooksController } from './http/webhooks.controller';
import { DeliveryStore } from './persistence/delivery.store';
import { SigningSecretStore } from './persistence/signing-secret.store';
import { WebhookStore } from './persistence/webhook.store';
import { WebhookSender } from './sender/webhook-sender';
import { SigningSecretService } from './signing-secret.service';
import { TestEventService } from './test-event.service';
import { WebhooksService } from './webhooks.service';

@Module({
  imports: [AuditModule, ObjectsModule],
  controllers: [
    SigningSecretV2Controller,
    SigningSecretV3Controller,
    WebhooksController,
    WebhooksV2Controller,
    WebhooksV3Controller,
    DeliveriesController,
  ],
  providers: [
    DeliveryHistoryService,
    DeliveryStore,
    SigningSecretService,
    SigningSecretStore,
    TestEventService,
    WebhooksService,
    WebhookSender,
    WebhookStore,
  ],
  exports: [SigningSecretService, WebhookSender, WebhookStore],
})
export class WebhooksModule {}
