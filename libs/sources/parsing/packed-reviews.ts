/** The packed reviews of a page, as received from a parsing thread. */
import { deserialize } from 'node:v8';
import type { CollectedReview } from '../collected-review';
import type { ReviewList } from '../review-list';

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

  constructor(private readonly slices: readonly KeyedSlice[]) {
    this.length = slices.reduce((sum, { keys }) => sum + keys.length, 0);
  }

  get bytes(): number {
    return this.slices.reduce((sum, { packed }) => sum + packed.byteLength, 0);
  }

  /** Selects reviews by their keys, without unpacking. Calls `isWanted` once for each review, in order. */
  filter(isWanted: (key: Key) => boolean): PackedReviews {
    return new PackedReviews(this.slices.map((slice) => narrow(slice, isWanted)).filter(({ keys }) => keys.length > 0));
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
