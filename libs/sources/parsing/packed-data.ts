/**
 * What a parser gave, packed in parts: the head, then the reviews in slices. Each part is small enough to be unpacked between
 * two turns of the event loop. A slice stays packed until its reviews are gone through: a page of 50,000 reviews holds nobody up,
 * and is never in the heap as a whole.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import type { CollectedReview } from '../collected-review';
import { Changed } from '../source-errors';
import { PackedReviews, type KeyedSlice } from './packed-reviews';
import type { KeyOf, ParsedData, Unpacked } from './parser';

const SLICE = 100;
/** Bytes of one part. However dense, so much is unpacked within some 30 ms; no review of any platform comes near it. */
const MOST_OF_PART = 1024 * 1024;

/** What goes from a thread to the event loop. */
export interface PackedData {
  readonly head: Uint8Array;
  /** Null where the parser gives no reviews. */
  readonly slices: readonly PackedSlice[] | null;
}

export interface PackedSlice {
  readonly keys: Uint8Array;
  readonly reviews: Uint8Array;
}

/** Packs in the thread. Throws `Changed` where the head or a single review is larger than a part may be. */
export function pack({ reviews, ...rest }: ParsedData, keyOf: KeyOf): PackedData {
  const head = serialize(rest);
  if (head.byteLength > MOST_OF_PART) throw new Changed('What the page says beside its reviews is too large');
  if (reviews === undefined) return { head, slices: null };
  const slices: PackedSlice[] = [];
  for (let start = 0; start < reviews.length; start += SLICE) {
    slices.push(...packSlice(reviews.slice(start, start + SLICE), keyOf));
  }
  return { head, slices };
}

function packSlice(reviews: readonly CollectedReview[], keyOf: KeyOf): PackedSlice[] {
  const packed = serialize(reviews);
  if (packed.byteLength <= MOST_OF_PART) return [{ keys: serialize(reviews.map(keyOf)), reviews: packed }];
  if (reviews.length === 1) throw new Changed('A review of the page is too large');
  const middle = Math.ceil(reviews.length / 2);
  return [...packSlice(reviews.slice(0, middle), keyOf), ...packSlice(reviews.slice(middle), keyOf)];
}

/** The memory that `packed` stands in, to be handed over with it. */
export function buffersOf({ head, slices }: PackedData): ArrayBuffer[] {
  const parts = [head, ...(slices ?? []).flatMap(({ keys, reviews }) => [keys, reviews])];
  return parts.map(({ buffer }) => buffer as ArrayBuffer);
}

/** Unpacks all but the reviews, with the event loop free between the parts. */
export async function unpack<Read extends ParsedData>({ head, slices }: PackedData): Promise<Unpacked<Read>> {
  const data = deserialize(head) as object;
  if (slices === null) return data as Unpacked<Read>;
  const keyed: KeyedSlice[] = [];
  for (const [index, { keys, reviews }] of slices.entries()) {
    if (index > 0) await nextTurn();
    keyed.push({ packed: reviews, keys: deserialize(keys) as (string | null)[], places: null });
  }
  return { ...data, reviews: new PackedReviews(keyed) } as unknown as Unpacked<Read>;
}
