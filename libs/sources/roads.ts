/** The roads of a source, and the choice between them. */
import type { OwnerRoad, PlatformSource, PublicRoad, RoadFacts } from './source';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** All roads of a source: the public one first. */
export function roadsOf({ publicRoad, ownerRoads }: PlatformSource): readonly (PublicRoad | OwnerRoad)[] {
  return [...(publicRoad === undefined ? [] : [publicRoad]), ...(ownerRoads ?? [])];
}

/** The instant of an end: `endsAt` of a road's facts is a day in UTC. */
export const endOfRoad = (endsAt: string): Date => new Date(`${endsAt}T00:00:00Z`);

/** A road whose end the platform has announced. */
export interface EndingRoad {
  readonly source: PlatformSource;
  readonly road: PublicRoad | OwnerRoad;
  /** YYYY-MM-DD, in UTC. */
  readonly endsAt: string;
  /** Whole days from `now` to the end; 0 or less: it has ended. */
  readonly daysLeft: number;
}

/** The roads with an announced end, the next one first. */
export function endingRoads(sources: readonly PlatformSource[], now: Date): readonly EndingRoad[] {
  const ends = sources.flatMap((source) =>
    roadsOf(source).flatMap((road) => (road.endsAt ? [{ source, road, endsAt: road.endsAt }] : [])),
  );
  return ends
    .map((end) => ({ ...end, daysLeft: Math.ceil((endOfRoad(end.endsAt).getTime() - now.getTime()) / DAY_MS) }))
    .sort((a, b) => a.daysLeft - b.daysLeft);
}

/** The shortest period of links that are collected on a road, in milliseconds; 0 if it has none. */
export const shortestPeriodMs = ({ minEveryHours = 0 }: RoadFacts): number => minEveryHours * HOUR_MS;

/** The road of this name; undefined if the source does not have it, or no longer. */
export function roadNamed(source: PlatformSource, name: string | null): PublicRoad | OwnerRoad | undefined {
  return roadsOf(source).find((road) => road.name === name);
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

/** Whether a road lists every review that another road of the source shows. */
export function showsEvery({ ownerRoads }: PlatformSource, name: string): boolean {
  return ownerRoads?.find((road) => road.name === name)?.showsEvery === true;
}
