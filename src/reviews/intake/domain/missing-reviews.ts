/**
 * When a review that a pass did not see counts as deleted (contract §2.3, §10.3). A captcha, an outage or a new layout can look like an
 * empty list and must not delete reviews:
 *
 *   1. only a complete pass can delete (its end was proven and its count agrees with the platform's);
 *   2. the first pass that misses a review records its start (`missedAt`);
 *   3. a later one, begun at least `confirmAfterMs` after that, may delete it;
 *   4. unless the deletions are a fifth of the link's reviews or more: then none is marked, and the operator must look into it.
 *
 * A pass that sees the review in between clears `missedAt`.
 */
export interface MissingReview {
  readonly id: number;
  /** Start of the first complete pass that missed it; null if this is the first. */
  readonly missedAt: Date | null;
}

export interface MissingVerdict {
  /** Missed for the first time: record the start of this pass. */
  readonly note: readonly number[];
  readonly delete: readonly number[];
  /** True where rule 4 prevented deletions. */
  readonly refused: boolean;
}

const LARGEST_SHARE = 0.2;

/** `reviewsOfLink` counts reviews that are not deleted, the missing included. */
export function judgeMissing(
  missing: readonly MissingReview[],
  pass: { readonly beganAt: Date; readonly reviewsOfLink: number; readonly confirmAfterMs: number },
): MissingVerdict {
  const note = missing.filter((review) => review.missedAt === null).map((review) => review.id);
  const due = missing
    .filter((review) => review.missedAt !== null && confirmed(review.missedAt, pass))
    .map((review) => review.id);
  const refused = due.length > 0 && due.length >= LARGEST_SHARE * pass.reviewsOfLink;
  return { note, delete: refused ? [] : due, refused };
}

function confirmed(missedAt: Date, pass: { readonly beganAt: Date; readonly confirmAfterMs: number }): boolean {
  return pass.beganAt.getTime() - missedAt.getTime() >= pass.confirmAfterMs;
}
