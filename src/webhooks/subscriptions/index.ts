/** Webhooks, the signing secret and past deliveries, as clients see and change them (contract §4.11). */
export { SubscriptionsModule } from './subscriptions.module';
