/**
 * Analytics: figures of what an addressee covers, of all time, over time, and as the platforms themselves tell them; and
 * the check of the counters that they are made of. Contract §2.8, §4.7, §4.8, §4.13.
 */
export { AnalyticsModule } from './analytics.module';
export { RollupsModule } from './rollups.module';
export { RollupsService, type RollupMismatch, type RollupReport } from './rollups.service';
