/**
 * A link: the object's page on one platform (contract §2.2, §4.6, §10). What can be said of it without the
 * database stands here: its name, how complete it is, and what a change of its settings means for its collection.
 */

/** `"<platform label>: <name read from the platform>"`; only the label until a name was read. */
export function autoName(platformLabel: string, scrapedObjectName: string | null): string {
  return scrapedObjectName === null ? platformLabel : `${platformLabel}: ${scrapedObjectName}`;
}

const COMPLETENESS_STEPS = 10_000;

/**
 * 0-1, how much of what the platform says it holds was collected, cut to four decimals and never rounded up: 1 is said
 * only where nothing is missing. More collected than the platform counts is 1. Null where the platform does not say.
 */
export function completeness(collectedCount: number, platformReviewCount: number | null): number | null {
  if (platformReviewCount === null) return null;
  if (collectedCount >= platformReviewCount) return 1;
  return Math.floor((collectedCount / platformReviewCount) * COMPLETENESS_STEPS) / COMPLETENESS_STEPS;
}

/** What a client may change; a field that is absent stays as it is. */
export interface LinkChange {
  readonly linkName?: string | null | undefined;
  readonly isActive?: boolean | undefined;
  readonly isPublic?: boolean | undefined;
}

/** What of a link its change depends on. */
export interface LinkSwitch {
  readonly isActive: boolean;
  readonly frozenAt: Date | null;
  readonly lastingFailures: number;
}

/**
 * What a change means for the collection of the link:
 * `rest`  no collection is due any more;
 * `thaw`  the service's own pause and its count of failures are forgotten, and a collection is due at once;
 * `keep`  the schedule stands. `is_active=true` on a healthy link that is on already is no way to be collected sooner.
 */
export type CollectionConsequence = 'rest' | 'thaw' | 'keep';

export function consequenceOf(link: LinkSwitch, change: LinkChange): CollectionConsequence {
  if (change.isActive === undefined) return 'keep';
  if (!change.isActive) return 'rest';
  return !link.isActive || link.frozenAt !== null || link.lastingFailures > 0 ? 'thaw' : 'keep';
}
