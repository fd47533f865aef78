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

/**
 * The scores of `scoreOf`, best first, and what two reviews with this score have in common. Only reviews with equal keys are compared: a
 * platform may have thousands of reviews of one day without text.
 */
const LEVELS = [
  { score: 5, key: authorAndWords },
  { score: 4, key: wholeWords },
  { score: 3, key: beginningOfWords },
  { score: 2, key: beginningOfWords },
  { score: 1, key: authorWithoutWords },
] as const;

/** Returns the pairs as external id of `incoming` → external id of `stored`. */
export function matchRoads(
  incoming: readonly RoadReview[],
  stored: readonly RoadReview[],
): ReadonlyMap<string, string> {
  const [own, others] = [incoming.map(prepared), stored.map(prepared)];
  const groups = new Map([...new Set(LEVELS.map(({ key }) => key))].map((key) => [key, groupedBy(key, others)]));
  for (const { score, key } of LEVELS) {
    for (const one of own) {
      const shared = one.isUsed ? null : key(one);
      if (shared !== null) findCandidates(one, groups.get(key)?.get(shared) ?? [], score);
    }
    for (const review of [...own, ...others]) review.isUsed ||= review.candidates > 0;
  }
  return pairsOf(own);
}

interface Prepared {
  readonly review: RoadReview;
  readonly words: string;
  readonly at: number;
  /** It has candidates at some score, so those at worse scores do not count. */
  isUsed: boolean;
  /** How many reviews of the other road have its best score, and one of them. */
  candidates: number;
  candidate: Prepared | null;
}

function prepared(review: RoadReview): Prepared {
  const at = Date.parse(`${review.reviewDate ?? ''}Z`);
  return { review, words: wordsOf(review.text ?? ''), at, isUsed: false, candidates: 0, candidate: null };
}

/** The letters, marks and digits of a text, because roads differ in spaces and punctuation; the whole text if it has none, as of emoji. */
function wordsOf(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  // Variation selectors are marks that only change how an emoji looks.
  const visible = plain.replace(/[\s\uFE00-\uFE0F]+/gu, '');
  return visible.replace(/[^\p{L}\p{M}\p{N}]+/gu, '') || visible;
}

/** What a review has in common with others at a score; null if no pair of it can have that score. */
type Key = (review: Prepared) => string | null;

function authorAndWords({ review, words }: Prepared): string | null {
  return words === '' || review.author === null ? null : `${review.rating} ${review.author} ${words}`;
}

function wholeWords({ review, words }: Prepared): string | null {
  return words === '' ? null : `${review.rating} ${words}`;
}

function beginningOfWords({ review, words }: Prepared): string | null {
  return words.length < SHORTEST_BEGINNING ? null : `${review.rating} ${words.slice(0, SHORTEST_BEGINNING)}`;
}

function authorWithoutWords({ review, words }: Prepared): string | null {
  return words !== '' || review.author === null ? null : `${review.rating} ${review.author}`;
}

function groupedBy(keyOf: Key, reviews: readonly Prepared[]): Map<string, Prepared[]> {
  const groups = new Map<string, Prepared[]>();
  for (const review of reviews) {
    const key = keyOf(review);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [review]);
    else group.push(review);
  }
  return groups;
}

/** How well two reviews with the same rating agree: more is better; null if they are different reviews. */
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

/** Counts the candidates with this score, of both sides. */
function findCandidates(one: Prepared, others: readonly Prepared[], score: number): void {
  for (const other of others) {
    if (other.isUsed || scoreOf(one, other) !== score) continue;
    one.candidates += 1;
    one.candidate = other;
    other.candidates += 1;
    other.candidate = one;
  }
}

/** The pairs of reviews that have no other candidate. */
function pairsOf(own: readonly Prepared[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const one of own) {
    const other = onlyCandidate(one);
    if (other !== null && onlyCandidate(other) === one) pairs.set(one.review.externalId, other.review.externalId);
  }
  return pairs;
}

/** The candidate of a review that has exactly one. */
function onlyCandidate({ candidates, candidate }: Prepared): Prepared | null {
  return candidates === 1 ? candidate : null;
}
