/** The packed reviews of a page, as received from a parsing thread. */
import { deserialize } from 'node:v8';
import type { CollectedReview } from '../collected-review';
import type { ReviewList } from '../review-list';

type Key = string | null;

/** Reviews that are packed together, and the key of each. */
export interface KeyedSlice {
  readonly packed: Uint8Array;
  readonly keys: readonly Key[];
  /** For each key, the index of its review among the packed reviews; null if the keys belong to all packed reviews. */
  readonly indices: readonly number[] | null;
}

/** A list that unpacks a slice when its first review is read. */
export class PackedReviews implements ReviewList {
  static readonly none = new PackedReviews([]);
  readonly length: number;

  constructor(private readonly slices: readonly KeyedSlice[]) {
    this.length = slices.reduce((sum, { keys }) => sum + keys.length, 0);
  }

  /** Selects reviews by their keys, without unpacking. Calls `isWanted` once for each review, in order. */
  filter(isWanted: (key: Key) => boolean): PackedReviews {
    return new PackedReviews(
      this.slices.map((slice) => narrowed(slice, isWanted)).filter(({ keys }) => keys.length > 0),
    );
  }

  *[Symbol.iterator](): Generator<CollectedReview, void, void> {
    for (const { packed, indices } of this.slices) {
      const reviews = deserialize(packed) as CollectedReview[];
      if (indices === null) yield* reviews;
      else for (const index of indices) yield reviews[index] as CollectedReview;
    }
  }
}

function narrowed({ packed, keys, indices }: KeyedSlice, isWanted: (key: Key) => boolean): KeyedSlice {
  const wanted = [...keys.keys()].filter((at) => isWanted(keys[at] ?? null));
  if (wanted.length === keys.length) return { packed, keys, indices };
  return {
    packed,
    keys: wanted.map((at) => keys[at] ?? null),
    indices: indices === null ? wanted : wanted.map((at) => indices[at] as number),
  };
}
