/** Turns events into deliveries, at once or in daily batches (contract §6.1). */
export { DailyFlushService } from './daily-flush.service';
export { FanOutModule } from './fan-out.module';
