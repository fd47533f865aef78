/**
 * How the passes of claimed links end: results, failures, retries, the events of a run (contract §2.2, §10.2, §10.3).
 */
export { OutcomesModule } from './outcomes.module';
export { PassOutcomesService, type EndedPass, type PassRoad } from './pass-outcomes.service';
export { RunResultStore, type RunLinkReport } from './persistence/run-result.store';
