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
export { COLLECTION_ORPHANS, OVERDUE_COLLECTION } from './persistence/data-checks';
export { CollectionModule } from './collection.module';
export { COUNTED_FIELDS, type CountedField } from './domain/field-counts';
export {
  RESTING,
  SOURCE_EVENTS,
  SourceControlStore,
  SourceHealthStore,
  type AccountVisits,
  type RoadAges,
  type SourceEvent,
  type SourceHour,
  type UnreadOfSource,
} from './health';
export { RunResultStore, type RunLinkReport } from './outcomes';
export { COLLECTION_ENTITIES } from './persistence/entities';
export { PlanRunsService, SourceControlService } from './planning';
export { ReparseModule, ReparseService, type ReparsePosition, type ReparseReport } from './reparse';
export { LINK_STATE, LinkStatesModule } from './states';
export { CollectLinkService, VisitingModule } from './visiting';
