/** The check of the counters that totals and figures are read from. */
export { RollupsModule } from './rollups.module';
export { rollupsOn, RollupsService, type RollupMismatch, type RollupReport } from './rollups.service';
