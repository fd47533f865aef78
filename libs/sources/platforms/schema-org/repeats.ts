/**
 * Merges duplicates: the same review in two blocks of a page (JSON-LD and microdata), and the same id twice in one block. A page of most
 * sites shows no ids, and several anonymous authors may give five stars without a text on the same day. Therefore the k-th equal review of
 * a block is a review of its own (`CollectedReview.occurrence`), unless the page's counter states the number of different reviews, or the
 * block prints its whole list several times. The k-th equal review of another block is the same review. In another block a date may be
 * missing or less precise, and a text may be truncated, so a review is also merged with one of another block if the author, the beginning
 * of the text, and all fields that both have are equal.
 */
import type { CollectedReview } from '../../source';
import type { UnreadPart } from './unread';

export interface Entry {
  readonly block: number;
  readonly review: CollectedReview;
  /** The parts of the review that could not be read. */
  readonly unread: readonly UnreadPart[];
}

/** A review that is returned, and the blocks whose review was merged with it. */
interface Kept {
  entry: Entry;
  readonly mergedBlocks: Set<number>;
}

/**
 * Returns each review once, from the first block that has it, in the page's order. A date or a rating that could not be read in
 * that block is taken from the other block. `counter` is the number of reviews that the page states; null if it states none.
 */
export function withoutRepeats(entries: readonly Entry[], counter: number | null): readonly Entry[] {
  const keptReviews: Kept[] = [];
  const byExactKey = new Map<string, Kept>();
  const bySimilarity = new Map<string, Kept[]>();
  for (const entry of withOccurrences(withoutSharedIds(entries))) {
    const exact = exactKey(entry.review);
    const similarity = similarityKey(entry.review);
    const similar = bySimilarity.get(similarity) ?? [];
    const same = byExactKey.get(exact) ?? inOtherBlock(entry, similar);
    if (same !== undefined) {
      same.mergedBlocks.add(entry.block);
      if (same.entry.block !== entry.block) same.entry = completed(same.entry, entry);
      continue;
    }
    const kept = { entry, mergedBlocks: new Set<number>() };
    byExactKey.set(exact, kept);
    similar.push(kept);
    bySimilarity.set(similarity, similar);
    keptReviews.push(kept);
  }
  const reviews = keptReviews.map(({ entry }) => entry);
  const different = reviews.filter(({ review }) => review.occurrence === undefined);
  return different.length === counter ? different : reviews;
}

/** Numbers equal reviews without an id within their block, and omits further prints of a list that a block prints several times. */
function withOccurrences(entries: readonly Entry[]): readonly Entry[] {
  const counts = new Map<number, Map<string, number>>();
  const numbered = entries.map((entry): Entry => {
    if (entry.review.externalId !== null) return entry;
    const ofBlock = counts.get(entry.block) ?? new Map<string, number>();
    const key = exactKey(entry.review);
    const occurrence = (ofBlock.get(key) ?? 0) + 1;
    counts.set(entry.block, ofBlock.set(key, occurrence));
    return occurrence === 1 ? entry : { ...entry, review: { ...entry.review, occurrence } };
  });
  const repeatedBlocks = new Set([...counts].filter(([, ofBlock]) => isPrintedAgain(ofBlock)).map(([block]) => block));
  return numbered.filter(({ block, review }) => review.occurrence === undefined || !repeatedBlocks.has(block));
}

/** Fewer different reviews may occur equally often by chance. */
const LEAST_OF_REPEATED_LIST = 3;

/** Whether a block prints its list several times, as for desktops and for telephones: every review then occurs equally often. */
function isPrintedAgain(counts: ReadonlyMap<string, number>): boolean {
  const [times = 0] = counts.values();
  return counts.size >= LEAST_OF_REPEATED_LIST && times > 1 && [...counts.values()].every((count) => count === times);
}

/** The entry with the unread parts that the same review in another block has. */
function completed(entry: Entry, other: Entry): Entry {
  const parts = entry.unread.filter((part) => !other.unread.includes(part));
  const { reviewDate, datePrecision, rating, ratingOriginal } = other.review;
  const date = parts.includes('date') && reviewDate !== null ? { reviewDate, datePrecision } : null;
  const stars = parts.includes('rating') && rating !== null ? { rating, ratingOriginal } : null;
  if (date === null && stars === null) return entry;
  const isRead = (part: UnreadPart): boolean =>
    (part === 'date' && date !== null) || (part === 'rating' && stars !== null);
  return {
    ...entry,
    review: { ...entry.review, ...date, ...stars },
    unread: entry.unread.filter((part) => !isRead(part)),
  };
}

/**
 * Maximum comparisons per review: thousands of anonymous reviews without a text are similar. Further reviews are merged only if
 * they are identical.
 */
const MAX_COMPARED = 300;

/** The review in another block; each review is merged with one of each block. */
function inOtherBlock({ block, review }: Entry, similar: readonly Kept[]): Kept | undefined {
  return similar
    .slice(0, MAX_COMPARED)
    .find(
      ({ entry, mergedBlocks }) => entry.block !== block && !mergedBlocks.has(block) && agree(entry.review, review),
    );
}

/** A key that identifies a review within its list, across pages. */
export function exactKey(review: CollectedReview): string {
  const { author, text, reviewDate, ratingOriginal, occurrence = 1 } = review;
  return JSON.stringify([
    review.externalId,
    author,
    review.datePrecision === 'relative' ? null : reviewDate,
    ratingOriginal,
    text,
    ...(occurrence > 1 ? [occurrence] : []),
  ]);
}

const SIMILARITY_LETTERS = 60;

function similarityKey({ author, text }: CollectedReview): string {
  const letters = (value: string | null): string => (value ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return `${letters(author)}|${letters(text).slice(0, SIMILARITY_LETTERS)}`;
}

function agree(one: CollectedReview, other: CollectedReview): boolean {
  const same = <T>(a: T | null, b: T | null): boolean => a === null || b === null || a === b;
  return (
    same(one.rating, other.rating) &&
    same(one.externalId, other.externalId) &&
    same(one.reviewDate?.slice(0, 10) ?? null, other.reviewDate?.slice(0, 10) ?? null)
  );
}

/** Removes ids that different reviews of a block share, such as an article number. */
function withoutSharedIds(entries: readonly Entry[]): readonly Entry[] {
  const firstKeys = new Map<string, string>();
  const sharedIds = new Set<string>();
  for (const { block, review } of entries) {
    if (review.externalId === null) continue;
    const scopedId = `${block} ${review.externalId}`;
    const firstKey = firstKeys.get(scopedId);
    if (firstKey !== undefined && firstKey !== similarityKey(review)) sharedIds.add(review.externalId);
    firstKeys.set(scopedId, similarityKey(review));
  }
  return entries.map((entry) =>
    sharedIds.has(entry.review.externalId ?? '') ? { ...entry, review: { ...entry.review, externalId: null } } : entry,
  );
}
