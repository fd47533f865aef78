/**
 * Reading reviews (contract §4.4, §4.13): a page of the feed, and one review. Answers are JSON text,
 * because PostgreSQL has built the reviews already and taking them apart again would double the cost of a page.
 */
import { Injectable } from '@nestjs/common';
import { notFound, type Addressee, type JsonList, type PageRequest } from '@libs/kernel';
import { CoverageService } from '../coverage.service';
import { coverageOf, coversNothing } from '../domain/coverage';
import { asksForNewest, feedFilter, type FeedFilter, type FeedQueryParams } from '../domain/feed-filter';
import { FeedQuery, type FeedPage } from './persistence/feed.query';
import { NewestPageQuery } from './persistence/newest-page.query';
import type { ReviewFormat } from '../persistence/review-json.sql';
import type { Reader } from '../reader';
import { SingleReviewQuery } from './persistence/single-review.query';

@Injectable()
export class ReviewFeedService {
  constructor(
    private readonly coverages: CoverageService,
    private readonly feed: FeedQuery,
    private readonly newest: NewestPageQuery,
    private readonly reviews: SingleReviewQuery,
  ) {}

  /** The page's envelope. Refuses contradicting bounds (422) and an addressee that is not the reader's (404). */
  async page(
    reader: Reader,
    addressee: Addressee,
    params: FeedQueryParams,
    page: PageRequest,
    format: ReviewFormat,
  ): Promise<JsonList> {
    const filter = feedFilter(params);
    const newest = asksForNewest(params, filter) ? await this.newestOf(reader, addressee, filter, page, format) : null;
    if (newest !== null) return envelope(newest, page);

    const { mode, composition } = await this.coverages.resolve(reader.accountId, addressee);
    const coverage = coverageOf(reader.accountId, mode, composition, params);
    if (coversNothing(coverage)) return envelope({ items: [], total: 0 }, page);
    const reading = {
      coverage,
      filter,
      visiblePerLink: reader.entitlements.visibleReviewsPerLink,
      sort: params.sortBy,
      direction: params.sortOrder,
      showPinned: params.showPinned,
      shape: { ...format, showsCuration: mode === 'object' },
    };
    return envelope(await this.feed.page(reading, page), page);
  }

  /** In one round trip where that can be; null where the general way has to say. A trial's cut is not in the counters. */
  private async newestOf(
    { accountId, entitlements }: Reader,
    addressee: Addressee,
    filter: FeedFilter,
    page: PageRequest,
    format: ReviewFormat,
  ): Promise<FeedPage | null> {
    if (addressee.kind !== 'object' || entitlements.visibleReviewsPerLink !== null) return null;
    const shape = { ...format, showsCuration: true };
    return this.newest.read({ accountId, objectId: addressee.objectId, filter, shape }, page);
  }

  /** 404 for what is foreign, missing, deleted, hidden, beyond the trial's cut, of an object that is off or gone, or of a link that is gone. */
  async single(reader: Reader, reviewId: number, format: ReviewFormat): Promise<string> {
    const shape = { ...format, showsCuration: true };
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

/** The envelope of §1.2 around items that are JSON already. */
function envelope({ items, total }: FeedPage, { limit, offset }: PageRequest): JsonList {
  const hasNext = offset + items.length < total;
  return {
    before: '{"data":[',
    items,
    behind: `],"total":${total},"limit":${limit},"offset":${offset},"has_next":${hasNext}}`,
  };
}
