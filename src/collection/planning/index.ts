/**
 * When links are collected: plans runs, returns them to clients, and pauses and tries sources (contract §4.14, §10.1,
 * §10.7).
 */
export { PlanningModule } from './planning.module';
export { PlanRunsService, RUNS_PLANNED } from './plan-runs.service';
export { SourceControlService } from './source-control.service';
export { RunPlanningStore } from './persistence/run-planning.store';
