/**
 * A link: the object's page on one platform (contract §2.2, §4.6, §10). This file computes its name, its completeness, and the
 * effect of a changed setting on its collection.
 */

/** `"<platform label>: <name read from the platform>"`; only the label until a name has been read. */
export function autoName(platformLabel: string, scrapedObjectName: string | null): string {
  return scrapedObjectName === null ? platformLabel : `${platformLabel}: ${scrapedObjectName}`;
}

const COMPLETENESS_STEPS = 10_000;

/**
 * The number of collected reviews divided by the platform's counter, 0 to 1, truncated to four decimals, so that it is 1 only if
 * no review is missing. Null if the platform states no count.
 */
export function completeness(collectedCount: number, platformReviewCount: number | null): number | null {
  if (platformReviewCount === null) return null;
  if (collectedCount >= platformReviewCount) return 1;
  return Math.floor((collectedCount / platformReviewCount) * COMPLETENESS_STEPS) / COMPLETENESS_STEPS;
}

/** The fields that a client may change; a field that is absent does not change. */
export interface LinkChange {
  readonly linkName?: string | null | undefined;
  readonly isActive?: boolean | undefined;
  readonly isPublic?: boolean | undefined;
}

/** The state that determines the effect of a change on the collection. */
export interface LinkState {
  readonly isActive: boolean;
  readonly frozenAt: Date | null;
  readonly lastingFailures: number;
}

/**
 * The effect of a change on the collection of the link:
 * `stop`     no collection is due;
 * `restart`  the freeze and the count of failures are reset, and a collection is due at once;
 * `keep`     the schedule does not change. `is_active=true` on an enabled link without failures does not make it due earlier.
 */
export type CollectionEffect = 'stop' | 'restart' | 'keep';

export function collectionEffectOf(link: LinkState, change: LinkChange): CollectionEffect {
  if (change.isActive === undefined) return 'keep';
  if (!change.isActive) return 'stop';
  return !link.isActive || link.frozenAt !== null || link.lastingFailures > 0 ? 'restart' : 'keep';
}
