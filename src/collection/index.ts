/**
 * Collection (contract §1.3, §3.2, §10): when links are collected and by which worker, the pace of requests to platforms,
 * and which passes may lead to deletions.
 *
 *   link_collection.next_run_at   →  plan   →  run + run_link (queued)
 *   run_link                      →  claim  →  running, under a lease with a token
 *   pages                         →  intake →  reviews, facts of the run
 *   last link of a run ends       →  run finished, events in the outbox
 *
 * All state is in PostgreSQL; the queue only wakes workers.
 */
export { ClaimRunner } from './claim-runner.service';
export { CollectingModule } from './collecting.module';
export { CollectionModule } from './collection.module';
export { RunResultStore, type RunLinkReport } from './persistence/run-result.store';
export { PlanRunsService } from './plan-runs.service';
export { ReparseModule } from './reparse.module';
export { ReparseService, type ReparsePosition, type ReparseReport } from './reparse.service';
export { SourceControl } from './source-control.service';
export {
  SOURCE_EVENTS,
  SourceControlStore,
  type SourceEvent,
  type SourceEventKind,
  type SourceState,
} from './persistence/source-control.store';
export {
  RESTING,
  SourceHealthStore,
  type FieldShare,
  type LinkFields,
  type RoadAges,
  type AccountVisits,
  type SourceHour,
  type UnreadOfSource,
} from './persistence/source-health.store';
export { COUNTED_FIELDS, type CountedField } from './domain/field-counts';
export { COLLECTION_ENTITIES } from './persistence/entities';
