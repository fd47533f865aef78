/** Health (contract §4.2): whether the process runs and whether reads work. */
export { HealthModule } from './health.module';
export { Readiness } from './readiness.service';
