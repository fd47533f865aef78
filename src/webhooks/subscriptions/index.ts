/** The API of webhooks, the signing secret and deliveries (contract §4.11). */
export { SubscriptionsModule } from './subscriptions.module';
