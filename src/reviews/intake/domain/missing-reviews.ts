/**
 * When a review that a pass did not meet counts as deleted (contract §2.3, §10.3). A captcha, an
 * outage or a new layout looks like an empty list; a customer's reviews must survive all of them. So:
 *
 *   1. only a complete pass is asked at all (its end was proven and its count agrees with the platform's);
 *   2. the first one that misses a review only notes when it began (`missedAt`);
 *   3. a later one, begun at least `confirmAfterMs` after that, may delete it;
 *   4. unless together the deletions would take a fifth of the link's reviews: then nothing is marked and a person looks.
 *
 * Seeing the review in between, in any pass, clears the note.
 */
export interface MissingReview {
  readonly id: number;
  /** Begin of the first complete pass that missed it; null if this is the first. */
  readonly missedAt: Date | null;
}

export interface MissingVerdict {
  /** Missed for the first time: note the begin of this pass. */
  readonly note: readonly number[];
  readonly delete: readonly number[];
  /** True where rule 4 held the deletions back. */
  readonly refused: boolean;
}

const LARGEST_SHARE = 0.2;

/** `reviewsOfLink`: not deleted ones, the missing included. */
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
