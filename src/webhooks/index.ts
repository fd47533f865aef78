/**
 * Webhooks: subscriptions to events, deliveries, and the secret that signs them (contract §2.7, §4.11, §6). Other contexts write events
 * to the outbox; only the root modules import this context.
 */
export { OVERDUE_WEBHOOKS, WEBHOOK_ORPHANS } from './persistence/data-checks';
export { OwnHeadersService, SEALED_OWN_HEADERS } from './own-headers.service';
export { SEALED_SIGNING_SECRETS, SigningSecretService } from './signing-secret.service';
export { EVENT_TYPES } from './domain/subscription';
export { ClaimWaits } from './listeners';
export { DeliveryHistoryService, HeldDeliveriesStore, SubscriptionsModule } from './subscriptions';
export { WebhooksModule } from './webhooks.module';
export { WEBHOOKS_ENTITIES } from './persistence/entities';
