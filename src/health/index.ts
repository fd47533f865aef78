/** Health (contract §4.2): is the process there, do reads work. The only routes that a worker has too. */
export { HealthModule } from './health.module';
export { Readiness } from './readiness.service';
