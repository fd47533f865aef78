/** Reviews of a page as they came from a parsing thread. */
import { deserialize } from 'node:v8';
import type { CollectedReview } from '../collected-review';
import type { ReviewList } from '../review-list';

type Key = string | null;

/** Some reviews, packed together, and what tells each from the others of the list. */
export interface KeyedSlice {
  readonly packed: Uint8Array;
  readonly keys: readonly Key[];
  /** Which of the packed reviews the keys belong to; null: all. */
  readonly places: readonly number[] | null;
}

/** A list that unpacks a slice when its first review is asked for. */
export class PackedReviews implements ReviewList {
  static readonly none = new PackedReviews([]);
  readonly length: number;

  constructor(private readonly slices: readonly KeyedSlice[]) {
    this.length = slices.reduce((sum, { keys }) => sum + keys.length, 0);
  }

  /** Those whose keys are wanted; asked once for each, in their order, and nothing is unpacked. */
  filter(isWanted: (key: Key) => boolean): PackedReviews {
    return new PackedReviews(
      this.slices.map((slice) => narrowed(slice, isWanted)).filter(({ keys }) => keys.length > 0),
    );
  }

  *[Symbol.iterator](): Generator<CollectedReview, void, void> {
    for (const { packed, places } of this.slices) {
      const reviews = deserialize(packed) as CollectedReview[];
      if (places === null) yield* reviews;
      else for (const place of places) yield reviews[place] as CollectedReview;
    }
  }
}

function narrowed({ packed, keys, places }: KeyedSlice, isWanted: (key: Key) => boolean): KeyedSlice {
  const wanted = [...keys.keys()].filter((at) => isWanted(keys[at] ?? null));
  if (wanted.length === keys.length) return { packed, keys, places };
  return {
    packed,
    keys: wanted.map((at) => keys[at] ?? null),
    places: places === null ? wanted : wanted.map((at) => places[at] as number),
  };
}
