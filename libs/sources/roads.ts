/** The choice between the roads of a source. */
import type { OwnerRoad, PlatformSource, PublicRoad, RoadFacts } from './source';

/** All roads of a source: the public one first. */
export function roadsOf({ publicRoad, ownerRoads }: PlatformSource): readonly RoadFacts[] {
  return [...(publicRoad === undefined ? [] : [publicRoad]), ...(ownerRoads ?? [])];
}

/** The road that a connection with this card opens; null if it opens none. */
export function ownerRoadFor({ ownerRoads }: PlatformSource, card: string): OwnerRoad | null {
  return ownerRoads?.find(({ opens }) => opens === undefined || opens(card)) ?? null;
}

/** Which reviews of an object a link was read by (contract §2.2): everyone's pages, the connection of the object, or both. */
export type ReadBy = 'public' | 'owner' | 'both';

export function readByOf(road: PublicRoad | OwnerRoad): ReadBy {
  if (!('readsPublicList' in road)) return 'public';
  return road.readsPublicList ? 'both' : 'owner';
}
