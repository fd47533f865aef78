/**
 * Objects ("groups" in v2): the hotels, branches or apps that an account tracks, their limits, and whether their collection is enabled. `ObjectDirectory`
 * checks that an object belongs to the caller's account. Contract §2.1, §4.6, §5.
 */
export {
  OBJECT_PROBLEMS,
  type ObjectListRequest,
  type ObjectOrder,
  type ObjectPage,
  type ObjectProblem,
} from './domain/object-list';
export { PARTIAL_BELOW, REFUSALS } from './domain/object-state';
export type { LinkStatus } from './domain/object-status';
export { objectCreationBudget, type ObjectCounts } from './domain/object-ceilings';
export type { NamedObject, TrackedObject } from './domain/tracked-object';
export { LinkStates, type CollectionProgress, type LinkView, type LinkWarning } from './link-states.port';
export { ObjectDirectory } from './object-directory';
export { ObjectLinks, type LinkOutcome, type LinkRefusalCode, type ObjectOwner } from './object-links.port';
export { ObjectsService } from './objects.service';
export { ObjectsModule } from './objects.module';
export {
  Link,
  LinkAddress,
  LinkResult,
  LinkV2,
  presentLink,
  presentLinkResult,
  presentLinkV2,
} from './http/link.shapes';
export { OBJECTS_ENTITIES } from './persistence/entities';
export { LIVE as LIVE_OBJECTS, OBJECT_COLUMNS } from './persistence/object.store';
export { deleteErasedObjects } from './persistence/after-restore';
export { OVERDUE_OBJECTS, purgeObjects } from './persistence/purge';
