/** The API of webhooks, the signing secret and deliveries (contract §4.11). */
export { DeliveryHistoryService } from './delivery-history.service';
export { HeldDeliveriesStore } from './persistence/held-deliveries.store';
export { SubscriptionsModule } from './subscriptions.module';
