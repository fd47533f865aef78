/** From events to deliveries: at once, or gathered once a day (contract §6.1). */
export { DailyFlushService } from './daily-flush.service';
export { FanOutModule } from './fan-out.module';
