/**
 * Packs the result of a parser in parts: the head, then the reviews in slices. Unpacking a part does not block the event loop
 * noticeably. A slice stays packed until its reviews are iterated, so a page of 50,000 reviews is never in the heap completely.
 */
import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import type { CollectedReview } from '../collected-review';
import { Changed } from '../source-errors';
import { PackedReviews, type KeyedSlice } from './packed-reviews';
import type { KeyOf, ParsedData, Unpacked } from './parser';

const SLICE_LENGTH = 100;
/** Maximum size of a part; such a part is unpacked within about 30 ms. All known reviews are much smaller. */
const MAX_PART_BYTES = 1024 * 1024;

/** The packed result, as a parsing thread sends it. */
export interface PackedData {
  readonly head: Uint8Array;
  /** Null if the parser returns no reviews. */
  readonly slices: readonly PackedSlice[] | null;
}

export interface PackedSlice {
  readonly keys: Uint8Array;
  readonly reviews: Uint8Array;
}

/** Packs a result; called in the parsing thread. Throws `Changed` if the head or a single review exceeds the size of a part. */
export function pack({ reviews, ...rest }: ParsedData, keyOf: KeyOf): PackedData {
  const head = serialize(rest);
  if (head.byteLength > MAX_PART_BYTES) throw new Changed('The data of the page, without its reviews, is too large');
  if (reviews === undefined) return { head, slices: null };
  const slices: PackedSlice[] = [];
  for (let start = 0; start < reviews.length; start += SLICE_LENGTH) {
    slices.push(...packSlice(reviews.slice(start, start + SLICE_LENGTH), keyOf));
  }
  return { head, slices };
}

function packSlice(reviews: readonly CollectedReview[], keyOf: KeyOf): PackedSlice[] {
  const packedReviews = serialize(reviews);
  if (packedReviews.byteLength <= MAX_PART_BYTES)
    return [{ keys: serialize(reviews.map(keyOf)), reviews: packedReviews }];
  if (reviews.length === 1) throw new Changed('A review of the page is too large');
  const middle = Math.ceil(reviews.length / 2);
  return [...packSlice(reviews.slice(0, middle), keyOf), ...packSlice(reviews.slice(middle), keyOf)];
}

/** The buffers of the packed data, for the transfer list. */
export function buffersOf({ head, slices }: PackedData): ArrayBuffer[] {
  const parts = [head, ...(slices ?? []).flatMap(({ keys, reviews }) => [keys, reviews])];
  return parts.map(({ buffer }) => buffer as ArrayBuffer);
}

/** Unpacks everything except the reviews; yields to the event loop between the parts. */
export async function unpack<Result extends ParsedData>({ head, slices }: PackedData): Promise<Unpacked<Result>> {
  const data = deserialize(head) as Omit<ParsedData, 'reviews'>;
  if (slices === null) return data as Unpacked<Result>;
  const keyedSlices: KeyedSlice[] = [];
  for (const [index, { keys, reviews }] of slices.entries()) {
    if (index > 0) await nextLoopTurn();
    keyedSlices.push({ packed: reviews, keys: deserialize(keys) as (string | null)[], indices: null });
  }
  const reviews = new PackedReviews(keyedSlices, data.unread, data.fault ?? null);
  return { ...data, reviews } as unknown as Unpacked<Result>;
}
