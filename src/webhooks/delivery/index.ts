/** Attempts to send deliveries, and their results (contract §6.5). */
export { DeliveryModule } from './delivery.module';
export { deliveryPurgeOn } from './jobs/delivery-purge.schedule';
