import type { CollectedReview, ReviewList } from '@libs/sources';
import { contentOf } from './domain/review-content';
import { incomingOf, type Incoming } from './page-decision';

/** A pass keeps pages of this size at most. Reviews of further pages are left for the next pass. */
const MAX_HELD_BYTES = 128 * 1024 * 1024;
/** The assumed size of a review in a list of unknown size. */
const BYTES_PER_REVIEW = 2_000;

interface HeldPage {
  readonly reviews: Iterable<CollectedReview>;
  readonly ids: ReadonlyMap<number, string>;
}

/**
 * The reviews of a pass that wait for its end. The pages stay packed, and the passes of a visit share them, so that
 * thousands of waiting reviews take little memory.
 */
export class WaitingReviews {
  private readonly pages: HeldPage[] = [];
  private bytes = 0;
  private waiting = 0;
  private omitted = 0;

  /** The number of reviews that wait. */
  get count(): number {
    return this.waiting;
  }

  /**
   * The number of reviews that do not wait because the pages would take too much memory: this pass does not store them.
   */
  get leftOut(): number {
    return this.omitted;
  }

  /** Adds the waiting reviews of a page, which can be iterated again. */
  add(page: ReviewList, waiting: readonly Incoming[]): void {
    if (waiting.length === 0) return;
    const bytes = page.bytes ?? page.length * BYTES_PER_REVIEW;
    if (this.bytes > 0 && this.bytes + bytes > MAX_HELD_BYTES) {
      this.omitted += waiting.length;
      return;
    }
    this.bytes += bytes;
    this.waiting += waiting.length;
    this.pages.push({
      reviews: page,
      ids: new Map(waiting.map(({ position, prepared }) => [position, prepared.externalId])),
    });
  }

  /** The reviews in the order of their pages. Each iteration unpacks them again. */
  *[Symbol.iterator](): Generator<Incoming, void, void> {
    for (const { reviews, ids } of this.pages) {
      let position = 0;
      for (const collected of reviews) {
        const externalId = ids.get(position);
        if (externalId !== undefined) yield incomingOf(collected, contentOf(collected), externalId, position);
        position += 1;
      }
    }
  }
}
