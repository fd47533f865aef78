/**
 * Merges duplicates: the same review in two blocks of a page (JSON-LD and microdata), and identical reviews in one block. Within
 * a block, reviews are merged only if their fields are equal, because several anonymous authors may give five stars without a text
 * on the same day. In another block a date may be missing or less precise, and a text may be truncated, so reviews of two blocks
 * are merged if the author, the beginning of the text, and all fields that both have are equal.
 */
import type { CollectedReview } from '../../source';

export interface Entry {
  readonly block: number;
  readonly review: CollectedReview;
}

/** Returns each review once, from the first block that has it, in the page's order. */
export function withoutRepeats(entries: readonly Entry[]): readonly CollectedReview[] {
  const uniqueEntries: Entry[] = [];
  const exactKeys = new Set<string>();
  const bySimilarity = new Map<string, Entry[]>();
  const sharedIds = findSharedIds(entries);
  for (const entry of entries) {
    const exact = exactKey(entry.review);
    const similarity = similarityKey(entry.review);
    const similar = bySimilarity.get(similarity) ?? [];
    if (exactKeys.has(exact) || isInOtherBlock(entry, similar)) continue;
    exactKeys.add(exact);
    similar.push(entry);
    bySimilarity.set(similarity, similar);
    uniqueEntries.push(entry);
  }
  return uniqueEntries.map(({ review }) =>
    sharedIds.has(review.externalId ?? '') ? { ...review, externalId: null } : review,
  );
}

/**
 * Maximum comparisons per review: thousands of anonymous reviews without a text are similar. Further reviews are merged only if
 * they are identical.
 */
const MAX_COMPARED = 300;

const isInOtherBlock = (entry: Entry, similar: readonly Entry[]): boolean =>
  similar.slice(0, MAX_COMPARED).some((other) => other.block !== entry.block && agree(other.review, entry.review));

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
