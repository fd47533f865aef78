/**
 * What a parser gave, packed in parts: the head, then the reviews in slices. Each part is small enough to be unpacked between
 * two turns of the event loop, and nothing of it is unpacked before its turn: a page of 50,000 reviews holds nobody up.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import type { CollectedReview } from '../collected-review';
import { Changed } from '../source-errors';
import type { ParsedData } from './parser';

const SLICE = 100;
/** Bytes of one part. However dense, so much is unpacked within some 30 ms; no review of any platform comes near it. */
const MOST_OF_PART = 1024 * 1024;

/** Packs in the thread. Throws `Changed` where the head or a single review is larger than a part may be. */
export function pack({ reviews, ...head }: ParsedData): Uint8Array[] {
  const first = serialize({ head, hasReviews: reviews !== undefined });
  if (first.byteLength > MOST_OF_PART) throw new Changed('What the page says beside its reviews is too large');
  const slices: Uint8Array[] = [];
  for (let start = 0; start < (reviews?.length ?? 0); start += SLICE) {
    slices.push(...packSlice(reviews?.slice(start, start + SLICE) ?? []));
  }
  return [first, ...slices];
}

function packSlice(reviews: readonly CollectedReview[]): Uint8Array[] {
  const packed = serialize(reviews);
  if (packed.byteLength <= MOST_OF_PART) return [packed];
  if (reviews.length === 1) throw new Changed('A review of the page is too large');
  const middle = Math.ceil(reviews.length / 2);
  return [...packSlice(reviews.slice(0, middle)), ...packSlice(reviews.slice(middle))];
}

/** Unpacks, with the event loop free between the parts. */
export async function unpack([first = new Uint8Array(), ...slices]: readonly Uint8Array[]): Promise<ParsedData> {
  const { head, hasReviews } = deserialize(first) as { readonly head: object; readonly hasReviews: boolean };
  if (!hasReviews) return head;
  const reviews: CollectedReview[] = [];
  for (const [index, slice] of slices.entries()) {
    if (index > 0) await nextTurn();
    for (const review of deserialize(slice) as CollectedReview[]) reviews.push(review);
  }
  return { ...head, reviews };
}
