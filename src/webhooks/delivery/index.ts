/** Attempts at deliveries and what came of them (contract §6.5). */
export { DeliveryModule } from './delivery.module';
export { DeliveryService } from './delivery.service';
