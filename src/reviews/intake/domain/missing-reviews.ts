/**
 * Decides when a review that a pass did not see counts as deleted (contract §2.3, §10.3). A captcha, an outage or a new layout can be
 * parsed as an empty list. It must not delete reviews, therefore:
 *
 *   1. only a complete pass can delete: it reached the end of the list, and read as many reviews as the platform counts;
 *   2. the first pass that misses a review records the time at which that pass began (`missedAt`);
 *   3. a later pass that misses it, and began at least `confirmAfterMs` after `missedAt`, deletes it;
 *   4. if the deletions would be a fifth of the link's reviews or more, none is deleted, and the operator has to find the cause.
 *
 * A pass that sees the review in between clears `missedAt`.
 */
export interface MissingReview {
  readonly id: number;
  /** The time at which the first complete pass that missed the review began; null if this pass is the first. */
  readonly missedAt: Date | null;
}

export interface MissingVerdict {
  /** Reviews that no earlier pass missed. */
  readonly firstMissed: readonly number[];
  readonly delete: readonly number[];
  /** True if rule 4 prevented deletions. */
  readonly refused: boolean;
}

const LARGEST_SHARE = 0.2;

/** Applies rules 2 to 4. `reviewsOfLink` is the number of reviews that are not deleted, including the missing ones. */
export function classifyMissing(
  missing: readonly MissingReview[],
  pass: { readonly beganAt: Date; readonly reviewsOfLink: number; readonly confirmAfterMs: number },
): MissingVerdict {
  const firstMissed = missedFirst(missing);
  const due = missing
    .filter((review) => review.missedAt !== null && isConfirmed(review.missedAt, pass))
    .map((review) => review.id);
  const refused = due.length > 0 && due.length >= LARGEST_SHARE * pass.reviewsOfLink;
  return { firstMissed, delete: refused ? [] : due, refused };
}

/** The reviews that no earlier pass missed. */
export function missedFirst(missing: readonly MissingReview[]): readonly number[] {
  return missing.filter((review) => review.missedAt === null).map((review) => review.id);
}

/** A review that this pass itself recorded as missing is not confirmed by it. */
function isConfirmed(missedAt: Date, pass: { readonly beganAt: Date; readonly confirmAfterMs: number }): boolean {
  const elapsedMs = pass.beganAt.getTime() - missedAt.getTime();
  return elapsedMs > 0 && elapsedMs >= pass.confirmAfterMs;
}
