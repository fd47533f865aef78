/**
 * The same review in two blocks of a page (JSON-LD for search engines, microdata for the rest), and twins in one block.
 * Inside a block two reviews are one only if nothing tells them apart: several "Anonymous" give five stars without a word
 * on one day. Across blocks a date may be missing or coarser and a text cut, so the author, how the text begins and
 * whatever both say must agree.
 */
import type { CollectedReview } from '../../source';

export interface Entry {
  readonly block: number;
  readonly review: CollectedReview;
}

/** Each review once, the first block's form of it, in the page's order. */
export function withoutRepeats(entries: readonly Entry[]): readonly CollectedReview[] {
  const kept: Entry[] = [];
  const exact = new Set<string>();
  const alike = new Map<string, Entry[]>();
  const usedIds = repeatedIds(entries);
  for (const entry of entries) {
    const key = exactKey(entry.review);
    const likeness = likenessKey(entry.review);
    const similar = alike.get(likeness) ?? [];
    if (exact.has(key) || isInOtherBlock(entry, similar)) continue;
    exact.add(key);
    similar.push(entry);
    alike.set(likeness, similar);
    kept.push(entry);
  }
  return kept.map(({ review }) => (usedIds.has(review.externalId ?? '') ? { ...review, externalId: null } : review));
}

/** Thousands of "Anonymous" without a word are all alike; past this many, only letter-for-letter repeats are found. */
const MAX_COMPARED = 300;

const isInOtherBlock = (entry: Entry, similar: readonly Entry[]): boolean =>
  similar.slice(0, MAX_COMPARED).some((other) => other.block !== entry.block && agree(other.review, entry.review));

/** Tells two reviews of one list apart, also on different pages of it. */
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

const LIKENESS_LETTERS = 60;

function likenessKey({ author, text }: CollectedReview): string {
  const letters = (words: string | null): string => (words ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return `${letters(author)}|${letters(text).slice(0, LIKENESS_LETTERS)}`;
}

function agree(one: CollectedReview, other: CollectedReview): boolean {
  const same = <T>(a: T | null, b: T | null): boolean => a === null || b === null || a === b;
  return (
    same(one.rating, other.rating) &&
    same(one.externalId, other.externalId) &&
    same(one.reviewDate?.slice(0, 10) ?? null, other.reviewDate?.slice(0, 10) ?? null)
  );
}

/** An id that different reviews of one block share (an article number, say) is nobody's id. */
function repeatedIds(entries: readonly Entry[]): ReadonlySet<string> {
  const first = new Map<string, string>();
  const repeated = new Set<string>();
  for (const { block, review } of entries) {
    if (review.externalId === null) continue;
    const place = `${block} ${review.externalId}`;
    const before = first.get(place);
    if (before !== undefined && before !== likenessKey(review)) repeated.add(review.externalId);
    first.set(place, likenessKey(review));
  }
  return repeated;
}
