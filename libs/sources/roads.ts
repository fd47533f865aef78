/** The roads of a source, and the choice between them. */
import type { OwnerRoad, PlatformSource, PublicRoad } from './source';

/** All roads of a source: the public one first. */
export function roadsOf({ publicRoad, ownerRoads }: PlatformSource): readonly (PublicRoad | OwnerRoad)[] {
  return [...(publicRoad === undefined ? [] : [publicRoad]), ...(ownerRoads ?? [])];
}

/** The road that a connection with this card opens; null if it opens none. */
export function ownerRoadFor({ ownerRoads }: PlatformSource, card: string): OwnerRoad | null {
  return ownerRoads?.find(({ opens }) => opens === undefined || opens(card)) ?? null;
}

/** The names of the roads with the same ids as `name`, including it. */
export function roadsWithSameIds(source: PlatformSource, name: string): readonly string[] {
  const own = (source.ownerRoads ?? []).filter(({ hasOwnIds }) => hasOwnIds).map((road) => road.name);
  if (own.includes(name)) return [name];
  return roadsOf(source)
    .map((road) => road.name)
    .filter((other) => !own.includes(other));
}

/** How the reviews of a link were read (contract §2.2): from the public pages, through the connection of the object, or both. */
export type ReadBy = 'public' | 'owner' | 'both';

export function readByOf(road: PublicRoad | OwnerRoad): ReadBy {
  if (!('readsPublicList' in road)) return 'public';
  return road.readsPublicList ? 'both' : 'owner';
}
