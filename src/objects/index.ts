/**
 * Objects ("groups" in v2): what an account tracks, under which ceilings, on or off, and whose it is. Everything that
 * hangs on an object asks `ObjectDirectory` whether the caller owns it. Contract §2.1, §4.6, §5.
 */
export type { LinkStatus } from './domain/object-status';
export type { TrackedObject } from './domain/tracked-object';
export { ObjectDirectory } from './object-directory';
export {
  ObjectLinks,
  type LinkOutcome,
  type LinkRefusalCode,
  type LinkView,
  type LinkWarning,
} from './object-links.port';
export type { ObjectOwner } from './object-owner';
export { ObjectsModule } from './objects.module';
export {
  Link,
  LinkAddress,
  LinkResult,
  LinkV2,
  presentLink,
  presentLinkResult,
  presentLinkV2,
} from './payloads/link-payload';
export { OBJECTS_ENTITIES } from './persistence/entities';
