/** Health (contract §4.2): whether the process runs and whether reads work. The only routes of a worker. */
export { HealthModule } from './health.module';
export { Readiness } from './readiness.service';
