/**
 * Finds the stored review that a road with ids of its own shows under another id (contract §2.3). Two reviews are the same if they have
 * the same rating, nearly the same date, and
 * - the same words, or one is the beginning of the other, because some roads cut texts; or
 * - no text on either side, and the same author.
 *
 * A pair counts only if neither of the two fits a third review better: a wrong pair would merge two reviews, while a missed pair shows
 * one review twice.
 */

/** The fields that identify a review on every road. */
export interface RoadReview {
  readonly externalId: string;
  readonly author: string | null;
  readonly text: string | null;
  readonly reviewDate: string | null;
  /** Whole hundredths of a star. */
  readonly rating: number | null;
}

/** Time zones differ by up to 26 hours, and some roads show the day only. */
export const DATES_DIFFER_BY_MS = 36 * 3_600_000;
/** A cut text identifies a review only from this length on. */
const SHORTEST_BEGINNING = 40;

/** Returns the pairs as external id of `incoming` → external id of `stored`. */
export function matchRoads(
  incoming: readonly RoadReview[],
  stored: readonly RoadReview[],
): ReadonlyMap<string, string> {
  const byRating = new Map<number | null, Prepared[]>();
  for (const review of stored) {
    const sameRating = byRating.get(review.rating);
    if (sameRating === undefined) byRating.set(review.rating, [prepared(review)]);
    else sameRating.push(prepared(review));
  }
  const candidates = incoming.flatMap((review) => {
    const one = prepared(review);
    return (byRating.get(review.rating) ?? []).flatMap((other) => {
      const score = scoreOf(one, other);
      return score === null ? [] : [{ incoming: review.externalId, stored: other.review.externalId, score }];
    });
  });
  return unambiguousPairs(candidates);
}

interface Prepared {
  readonly review: RoadReview;
  readonly words: string;
  readonly at: number;
}

function prepared(review: RoadReview): Prepared {
  return {
    review,
    words: (review.text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''),
    at: Date.parse(`${review.reviewDate ?? ''}Z`),
  };
}

/** How well two reviews agree: more is better; null if they are different reviews. */
function scoreOf(one: Prepared, other: Prepared): number | null {
  if (!(Math.abs(one.at - other.at) <= DATES_DIFFER_BY_MS)) return null;
  const sameAuthor = one.review.author !== null && one.review.author === other.review.author ? 1 : 0;
  if (one.words === '' && other.words === '') return sameAuthor === 1 ? 1 : null;
  if (one.words === other.words) return 4 + sameAuthor;
  return isBeginning(one.words, other.words) || isBeginning(other.words, one.words) ? 2 + sameAuthor : null;
}

function isBeginning(start: string, whole: string): boolean {
  return start.length >= SHORTEST_BEGINNING && whole.startsWith(start);
}

interface Candidate {
  readonly incoming: string;
  readonly stored: string;
  readonly score: number;
}

/** The candidates that are better than every other candidate of either review; each review is in at most one. */
function unambiguousPairs(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const [usedIncoming, usedStored] = [new Set<string>(), new Set<string>()];
  const scores = [...new Set(candidates.map(({ score }) => score))].sort((a, b) => b - a);
  for (const score of scores) {
    const open = candidates.filter(
      (one) => one.score === score && !usedIncoming.has(one.incoming) && !usedStored.has(one.stored),
    );
    const counts = new Map<string, number>();
    const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const one of open) [`i ${one.incoming}`, `s ${one.stored}`].forEach(count);
    for (const one of open) {
      usedIncoming.add(one.incoming);
      usedStored.add(one.stored);
      const isAlone = counts.get(`i ${one.incoming}`) === 1 && counts.get(`s ${one.stored}`) === 1;
      if (isAlone) pairs.set(one.incoming, one.stored);
    }
  }
  return pairs;
}
