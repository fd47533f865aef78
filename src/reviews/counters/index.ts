/** The check of the counters that totals and figures are read from. */
export { CountersModule } from './counters.module';
export { countersOn, CountersService, type CounterMismatch, type CounterReport } from './counters.service';
