/** Deliveries of listeners, which clients claim and send themselves (contract §4.11). */
export { ClaimWaits } from './claim-waits';
export { ListenersModule } from './listeners.module';
