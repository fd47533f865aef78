/** The packed reviews of a page, as received from a parsing thread. */
import { deserialize } from 'node:v8';
import type { CollectedReview } from '../collected-review';
import type { ReviewList } from '../review-list';
import { NOTHING_UNREAD, sumUnread, type Unread } from '../unread';

type Key = string | null;

/** Reviews that are packed together, and the key of each. */
export interface KeyedSlice {
  readonly packed: Uint8Array;
  readonly keys: readonly Key[];
  /** For each key, the index of its review among the packed reviews; null if there is one key for every packed review, in the same order. */
  readonly indices: readonly number[] | null;
}

/** A list that unpacks a slice when its first review is read. */
export class PackedReviews implements ReviewList {
  static readonly none = new PackedReviews([]);
  readonly length: number;

  /** `fault` says why the first item or part of the page was not read; null if everything was. */
  constructor(
    private readonly slices: readonly KeyedSlice[],
    readonly unread: Unread = NOTHING_UNREAD,
    readonly fault: string | null = null,
  ) {
    this.length = slices.reduce((sum, { keys }) => sum + keys.length, 0);
  }

  get bytes(): number {
    return this.slices.reduce((sum, { packed }) => sum + packed.byteLength, 0);
  }

  /** The number of items that the page shows: the reviews, and those that were not read. */
  get shown(): number {
    return this.length + (this.unread.review ?? 0);
  }

  /** Selects reviews by their keys, without unpacking. Calls `isWanted` once for each review, in order. */
  filter(isWanted: (key: Key) => boolean): PackedReviews {
    const slices = this.slices.map((slice) => narrow(slice, isWanted)).filter(({ keys }) => keys.length > 0);
    return new PackedReviews(slices, this.unread, this.fault);
  }

  /** The same reviews, on a page that shows `count` further ones that were not read. */
  withUnread(count: number, fault: string): PackedReviews {
    const unread = sumUnread(this.unread, { review: count });
    return count === 0 ? this : new PackedReviews(this.slices, unread, this.fault ?? fault);
  }

  *[Symbol.iterator](): Generator<CollectedReview, void, void> {
    for (const { packed, indices } of this.slices) {
      const reviews = deserialize(packed) as CollectedReview[];
      if (indices === null) yield* reviews;
      else for (const index of indices) yield reviews[index] as CollectedReview;
    }
  }
}

function narrow({ packed, keys, indices }: KeyedSlice, isWanted: (key: Key) => boolean): KeyedSlice {
  const wantedIndices = [...keys.keys()].filter((index) => isWanted(keys[index] ?? null));
  if (wantedIndices.length === keys.length) return { packed, keys, indices };
  return {
    packed,
    keys: wantedIndices.map((index) => keys[index] ?? null),
    indices: indices === null ? wantedIndices : wantedIndices.map((index) => indices[index] as number),
  };
}
