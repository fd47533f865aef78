/** Turns events into deliveries, at once or in daily batches (contract §6.1). */
export { FanOutModule } from './fan-out.module';
