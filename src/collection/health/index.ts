/**
 * The state of each source: its pace, its refusals and pauses, what happened to it, and how well it can be read
 * (contract §10.5, §10.6).
 */
export { SourceHealthModule } from './source-health.module';
export { SOURCE_EVENTS, SourceControlStore, type SourceEvent } from './persistence/source-control.store';
export {
  RESTING,
  SourceHealthStore,
  type AccountVisits,
  type RoadAges,
  type SourceHour,
  type UnreadOfSource,
} from './persistence/source-health.store';
export { SourcePaceStore, type Reservation } from './persistence/source-pace.store';
