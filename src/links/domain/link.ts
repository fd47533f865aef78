/**
 * A link: the object's page on one platform (contract §2.2, §4.6, §10). This file computes its name, its completeness, its
 * warning, and the effect of a changed setting on its collection.
 */
import { mayHideReviews, unreadParts, type Unread } from '@libs/sources';
import type { LinkWarning } from '@src/objects';

/** `"<platform label>: <name read from the platform>"`; only the label until a name has been read. */
export function autoName(platformLabel: string, scrapedObjectName: string | null): string {
  return scrapedObjectName === null ? platformLabel : `${platformLabel}: ${scrapedObjectName}`;
}

const COMPLETENESS_STEPS = 10_000;

/**
 * The number of collected reviews divided by the platform's counter, 0 to 1, truncated to four decimals, so that it is 1 only if
 * no review is missing. Null if the platform states no count. Reviews that could not be read are missing, whatever the counter says.
 */
export function completeness(
  collectedCount: number,
  platformReviewCount: number | null,
  unreadCount = 0,
): number | null {
  if (platformReviewCount === null) return null;
  const shownCount = unreadCount === 0 ? 0 : collectedCount + unreadCount;
  const allCount = Math.max(platformReviewCount, shownCount);
  if (collectedCount >= allCount) return 1;
  return Math.floor((collectedCount / allCount) * COMPLETENESS_STEPS) / COMPLETENESS_STEPS;
}

/** How much of what the platforms show is collected. */
export interface CollectedShare {
  /** The number of reviews that the platforms state; null if none states it. */
  readonly platformCount: number | null;
  /** Collected reviews of the links whose platform states a number. */
  readonly collectedCount: number;
  /** Links whose platform states a number. */
  readonly stated: number;
  /** Links that were never read. */
  readonly neverRead: number;
}

/**
 * The completeness of several links, 0 to 1; null if none was read whose platform states a number, and none waits to be read. What a
 * link has that was never read is unknown: it counts as the other links do on average, with nothing collected.
 */
export function completenessOfLinks({
  platformCount,
  collectedCount,
  stated,
  neverRead,
}: CollectedShare): number | null {
  const ofStated = completeness(collectedCount, platformCount);
  if (ofStated === null) return neverRead === 0 ? null : 0;
  if (neverRead === 0) return ofStated;
  return Math.floor(ofStated * (stated / (stated + neverRead)) * COMPLETENESS_STEPS) / COMPLETENESS_STEPS;
}

/** The state of a collection that warnings are derived from. */
export interface WarningFacts {
  /** A pass found too many reviews missing. */
  readonly manyMissing: boolean;
  /** Full passes in a row whose number differs from the platform's counter. */
  readonly countDisputes: number;
  /** What the pages of the link show and could not be read. */
  readonly unread: Unread | null;
}

/**
 * The warning of a link. Of several, the one that a person must act on first: reviews that were not read, reviews that are not
 * deleted, other parts that were not read, a counter that differs.
 */
export function warningOf({ manyMissing, countDisputes, unread }: WarningFacts): LinkWarning | null {
  const parts = unread === null ? null : unreadParts(unread);
  const text = parts === null ? null : (`unread: ${parts}` as const);
  if (text !== null && unread !== null && mayHideReviews(unread)) return text;
  if (manyMissing) return 'many_reviews_missing';
  return text ?? (countDisputes > 0 ? 'count_mismatch' : null);
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
