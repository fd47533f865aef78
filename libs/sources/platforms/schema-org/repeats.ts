/**
 * Merges duplicates: the same review in two blocks of a page (JSON-LD and microdata), and identical reviews in one block. Within
 * a block, reviews are merged only if their fields are equal, because several anonymous authors may give five stars without a text
 * on the same day. In another block a date may be missing or less precise, and a text may be truncated, so reviews of two blocks
 * are merged if the author, the beginning of the text, and all fields that both have are equal.
 */
import type { CollectedReview } from '../../source';
import type { UnreadPart } from './unread';

export interface Entry {
  readonly block: number;
  readonly review: CollectedReview;
  /** The parts of the review that could not be read. */
  readonly unread: readonly UnreadPart[];
}

/**
 * Returns each review once, from the first block that has it, in the page's order. A date or a rating that could not be read in
 * that block is taken from the other block.
 */
export function withoutRepeats(entries: readonly Entry[]): readonly Entry[] {
  const uniqueEntries: Entry[] = [];
  const indices = new Map<Entry, number>();
  const exactKeys = new Set<string>();
  const bySimilarity = new Map<string, Entry[]>();
  const sharedIds = findSharedIds(entries);
  for (const entry of entries) {
    const exact = exactKey(entry.review);
    const similarity = similarityKey(entry.review);
    const similar = bySimilarity.get(similarity) ?? [];
    if (exactKeys.has(exact)) continue;
    const same = findInOtherBlock(entry, similar);
    if (same !== undefined) {
      const index = indices.get(same) ?? -1;
      uniqueEntries[index] = completed(uniqueEntries[index] ?? same, entry);
      continue;
    }
    exactKeys.add(exact);
    similar.push(entry);
    bySimilarity.set(similarity, similar);
    indices.set(entry, uniqueEntries.length);
    uniqueEntries.push(entry);
  }
  return uniqueEntries.map((entry) =>
    sharedIds.has(entry.review.externalId ?? '') ? { ...entry, review: { ...entry.review, externalId: null } } : entry,
  );
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

const findInOtherBlock = (entry: Entry, similar: readonly Entry[]): Entry | undefined =>
  similar.slice(0, MAX_COMPARED).find((other) => other.block !== entry.block && agree(other.review, entry.review));

/** A key that identifies a review within its list, across pages. */
export function exactKey(review: CollectedReview): string {
  const { author, text, reviewDate, ratingOriginal } = review;
  return JSON.stringify([
    review.externalId,
    author,
    review.datePrecision === 'relative' ? null : reviewDate,
    ratingOriginal,
    text,
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

/** Ids that different reviews of a block share, such as an article number. */
function findSharedIds(entries: readonly Entry[]): ReadonlySet<string> {
  const firstKeys = new Map<string, string>();
  const sharedIds = new Set<string>();
  for (const { block, review } of entries) {
    if (review.externalId === null) continue;
    const scopedId = `${block} ${review.externalId}`;
    const firstKey = firstKeys.get(scopedId);
    if (firstKey !== undefined && firstKey !== similarityKey(review)) sharedIds.add(review.externalId);
    firstKeys.set(scopedId, similarityKey(review));
  }
  return sharedIds;
}
