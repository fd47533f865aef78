import { SigningSecretEntity } from './signing-secret.entity';
import { WebhookBucketEntity } from './webhook-bucket.entity';
import { WebhookDeliveryEntity } from './webhook-delivery.entity';
import { WebhookDispatchEntity } from './webhook-dispatch.entity';
import { WebhookEntity } from './webhook.entity';
import { WebhookExchangeEntity } from './webhook-exchange.entity';
import { WebhookItemEntity } from './webhook-item.entity';
import { WebhookPastAttemptEntity } from './webhook-past-attempt.entity';
import { WebhookPastSettingsEntity } from './webhook-past-settings.entity';
import { WebhookRecoveryEntity } from './webhook-recovery.entity';
import { WebhookWorkerEntity } from './webhook-worker.entity';

/** The tables of this context. */
export const WEBHOOKS_ENTITIES = [
  WebhookEntity,
  WebhookPastSettingsEntity,
  SigningSecretEntity,
  WebhookDeliveryEntity,
  WebhookPastAttemptEntity,
  WebhookExchangeEntity,
  WebhookItemEntity,
  WebhookBucketEntity,
  WebhookDispatchEntity,
  WebhookRecoveryEntity,
  WebhookWorkerEntity,
];
