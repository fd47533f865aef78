import { ownerRoadFor, type PlatformSource } from '@libs/sources';
import type { ReviewForPublishing } from '@src/reviews';

/** The id of the review on the road of the connection, if that road has ids of its own. */
export function idOnOwnerRoadOf(
  source: PlatformSource,
  card: string,
  { externalId, linkRoad, roadIds }: Pick<ReviewForPublishing, 'externalId' | 'linkRoad' | 'roadIds'>,
): string | null {
  const road = ownerRoadFor(source, card);
  if (!road?.hasOwnIds) return null;
  // A link that only one road has read keeps no roads.
  if (roadIds === null) return linkRoad === road.name ? externalId : null;
  return roadIds[road.name] ?? null;
}
