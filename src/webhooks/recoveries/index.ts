/** Sending the failed deliveries of a period again (contract §4.11): the routes. */
export { RecoveriesModule } from './recoveries.module';
