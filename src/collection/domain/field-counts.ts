import type { CollectedReview } from '@libs/sources';

/**
 * The fields whose presence is counted, in the order of `run_link.field_counts`. `review` is the review itself: of the reviews that the
 * pages show, those that were read.
 */
export const COUNTED_FIELDS = ['rating', 'text', 'date', 'author', 'reply', 'images', 'review'] as const;
export type CountedField = (typeof COUNTED_FIELDS)[number];

/** Of `reviews` reviews that could have the field, `filled` had it. */
export interface FieldCount {
  readonly field: CountedField;
  readonly reviews: number;
  readonly filled: number;
}

/** A pass counts as at most this many reviews in the shares of an hour, so that a large object does not outweigh the others. */
const MOST_REVIEWS_OF_A_PASS = 100;

const HAS: Readonly<Record<CountedField, (review: CollectedReview) => boolean>> = {
  rating: (review) => review.rating !== null || review.ratingOriginal !== null,
  text: (review) => isText(review.text),
  date: (review) => review.reviewDate !== null,
  author: (review) => isText(review.author),
  reply: (review) => isText(review.replyText),
  images: (review) => review.images.length > 0,
  review: () => true,
};

const isText = (text: string | null): boolean => text !== null && text.trim() !== '';

/** Counts the fields of the reviews of a pass. */
export class FieldCounter {
  private reviews = 0;
  private withReplyRead = 0;
  private unread = 0;
  private readonly filled = COUNTED_FIELDS.map(() => 0);

  add(review: CollectedReview): void {
    this.reviews += 1;
    if (review.replyKnown !== false) this.withReplyRead += 1;
    COUNTED_FIELDS.forEach((field, index) => {
      if (HAS[field](review)) this.filled[index] = (this.filled[index] ?? 0) + 1;
    });
  }

  /** Counts reviews that the pages show and that were not read. */
  addUnread(reviews: number): void {
    this.unread += reviews;
  }

  /** One count per field, without fields that no review could have. */
  get counts(): readonly FieldCount[] {
    return COUNTED_FIELDS.map((field, index) => ({
      field,
      reviews: this.reviewsOf(field),
      filled: this.filled[index] ?? 0,
    })).filter(({ reviews }) => reviews > 0);
  }

  private reviewsOf(field: CountedField): number {
    if (field === 'reply') return this.withReplyRead;
    return field === 'review' ? this.reviews + this.unread : this.reviews;
  }
}

/** The count with the weight that a pass has in the shares of an hour. */
export function weighed({ field, reviews, filled }: FieldCount): FieldCount {
  if (reviews <= MOST_REVIEWS_OF_A_PASS) return { field, reviews, filled };
  return { field, reviews: MOST_REVIEWS_OF_A_PASS, filled: Math.round((filled / reviews) * MOST_REVIEWS_OF_A_PASS) };
}

/** The stored form: reviews and filled for each field, in the order of `COUNTED_FIELDS`. */
export function storedCounts(counts: readonly FieldCount[]): readonly number[] {
  return COUNTED_FIELDS.flatMap((field) => {
    const count = counts.find((one) => one.field === field);
    return [count?.reviews ?? 0, count?.filled ?? 0];
  });
}

/** Reads the stored form. */
export function readCounts(stored: readonly number[]): readonly FieldCount[] {
  return COUNTED_FIELDS.map((field, index) => ({
    field,
    reviews: stored[2 * index] ?? 0,
    filled: stored[2 * index + 1] ?? 0,
  })).filter(({ reviews }) => reviews > 0);
}
