/**
 * Reading reviews (specification §4.4, §4.13; decisions §6): a page of the feed, and one review. Answers are JSON text,
 * because PostgreSQL has built the reviews already and taking them apart again would double the cost of a page.
 */
import { Injectable } from '@nestjs/common';
import { notFound, type Addressee, type PageRequest } from '@libs/kernel';
import type { Caller } from '@src/auth';
import { CoverageService } from './coverage.service';
import { coverageOf, coversNothing } from './domain/coverage';
import { feedFilter, type FeedWishes } from './domain/feed-filter';
import { FeedQuery } from './persistence/feed.query';
import type { ReviewShape } from './persistence/review-json.sql';
import { SingleReviewQuery } from './persistence/single-review.query';

/** Who reads, and what the plan lets them see. */
export type Reader = Pick<Caller, 'accountId' | 'entitlements'>;

/** How reviews shall look; whether the object's own marks are shown follows from what is addressed. */
export type ReviewLook = Omit<ReviewShape, 'showsCuration'>;

@Injectable()
export class ReviewFeedService {
  constructor(
    private readonly coverages: CoverageService,
    private readonly feed: FeedQuery,
    private readonly reviews: SingleReviewQuery,
  ) {}

  /** The page's envelope. Refuses contradicting bounds (422) and an addressee that is not the reader's (404). */
  async page(
    reader: Reader,
    addressee: Addressee,
    wishes: FeedWishes,
    page: PageRequest,
    look: ReviewLook,
  ): Promise<string> {
    const filter = feedFilter(wishes);
    const { mode, composition } = await this.coverages.resolve(reader.accountId, addressee);
    const coverage = coverageOf(reader.accountId, mode, composition, wishes);
    if (coversNothing(coverage)) return envelope('', 0, 0, page);
    const { json, count, total } = await this.feed.page(
      {
        coverage,
        filter,
        visiblePerLink: reader.entitlements.visibleReviewsPerLink,
        sort: wishes.sortBy,
        direction: wishes.sortOrder,
        showPinned: wishes.showPinned,
        shape: { ...look, showsCuration: mode === 'object' },
      },
      page,
    );
    return envelope(json, count, total, page);
  }

  /** 404 for what is foreign, missing, deleted, hidden, beyond the trial's cut, or of an object or link that is off or gone. */
  async single(reader: Reader, reviewId: number, look: ReviewLook): Promise<string> {
    const shape = { ...look, showsCuration: true };
    const review = await this.reviews.visible(
      reader.accountId,
      reviewId,
      reader.entitlements.visibleReviewsPerLink,
      shape,
    );
    if (review === null) throw notFound();
    return review;
  }
}

/** The envelope of §1 around items that are JSON already. */
function envelope(items: string, count: number, total: number, { limit, offset }: PageRequest): string {
  return `{"data":[${items}],"total":${total},"limit":${limit},"offset":${offset},"has_next":${offset + count < total}}`;
}
