/**
 * A page of the feed, and one review (contract §4.4, §4.13). A page takes this way: filter (`domain/feed-filter.ts` of
 * reviews), objects and links (`coverage.service.ts`), exact counts (`feed-count.query.ts`), ids in order
 * (`feed-order.sql.ts`), items as JSON (`review-json.sql.ts`), envelope. PostgreSQL builds the JSON text, because
 * parsing it would double the cost of a page.
 */
import { Injectable } from '@nestjs/common';
import { notFound, type Selection, type JsonList, type PageRequest } from '@libs/kernel';
import { CoverageService } from '../coverage.service';
import { coverageOf, coversNothing } from '../domain/coverage';
import { feedFilter, type FeedQueryParams } from '../domain/feed-filter';
import { isNewestPage } from './domain/feed-strategy';
import { FeedQuery, NewestPageQuery, type FeedPage } from './persistence/feed.query';
import type { ReviewFormat, ReviewShape } from '../persistence/review-json.sql';
import type { Reader } from '../reader';
import { SingleReviewQuery, type AlsoShown } from './persistence/single-review.query';

const ONLY_IDS: ReviewShape = {
  version: 'v3',
  showsCuration: false,
  includeRaw: false,
  separatePosNeg: false,
  onlyIds: true,
};

/** The reviews of a feed at one moment: their ids in the order of the feed, and how many there are in all. */
export interface FeedSnapshot {
  readonly ids: readonly number[];
  readonly total: number;
}

@Injectable()
export class ReviewFeedService {
  constructor(
    private readonly coverages: CoverageService,
    private readonly feed: FeedQuery,
    private readonly newest: NewestPageQuery,
    private readonly reviews: SingleReviewQuery,
  ) {}

  /** The page in its envelope. Throws 422 for contradictory bounds, and 404 if the account has no such object or folder. */
  async page(
    reader: Reader,
    selection: Selection,
    params: FeedQueryParams,
    page: PageRequest,
    format: ReviewFormat,
  ): Promise<JsonList> {
    const shape = { ...format, showsCuration: selection.kind === 'object' };
    return envelope(await this.read(reader, selection, params, page, shape), page);
  }

  /** The ids of a page, in the order of the feed, and the total. Throws as `page`. */
  async ids(reader: Reader, selection: Selection, params: FeedQueryParams, page: PageRequest): Promise<FeedSnapshot> {
    const { items, total } = await this.read(reader, selection, params, page, ONLY_IDS);
    return { ids: items.map((item) => (JSON.parse(item) as { readonly id: number }).id), total };
  }

  private async read(
    reader: Reader,
    selection: Selection,
    params: FeedQueryParams,
    page: PageRequest,
    shape: ReviewShape,
  ): Promise<FeedPage> {
    const { accountId, entitlements } = reader;
    const { visibleReviewsPerLink: visiblePerLink } = entitlements;
    const filter = feedFilter(params);
    const isNewest = isNewestPage({ selection, params, filter, visiblePerLink, offset: page.offset });
    if (isNewest && selection.kind === 'object') {
      const newest = await this.newest.read({ accountId, objectId: selection.objectId, filter, shape }, page);
      if (newest !== null) return newest;
    }
    const { mode, composition } = await this.coverages.resolve(accountId, selection);
    const coverage = coverageOf(accountId, mode, composition, params);
    if (coversNothing(coverage)) return { items: [], total: 0 };
    const { sortBy: sort, sortOrder: direction, showPinned } = params;
    const request = { coverage, filter, visiblePerLink, sort, direction, showPinned, shape };
    return this.feed.page(request, page);
  }

  /**
   * One review as JSON text. Throws 404 if the account has no such review, if it is deleted or hidden and not also shown, if it is
   * outside the trial's cut, or if its object or link is not live.
   */
  async single(reader: Reader, reviewId: number, format: ReviewFormat, also?: AlsoShown): Promise<string> {
    const shape = { ...format, showsCuration: true };
    const review = await this.reviews.visible(
      reader.accountId,
      reviewId,
      reader.entitlements.visibleReviewsPerLink,
      shape,
      also,
    );
    if (review === null) throw notFound();
    return review;
  }
}

/** Adds the envelope of contract §1.2 to items that are already JSON text. */
function envelope({ items, total }: FeedPage, { limit, offset }: PageRequest): JsonList {
  const hasNext = offset + items.length < total;
  return {
    before: '{"data":[',
    items,
    after: `],"total":${total},"limit":${limit},"offset":${offset},"has_next":${hasNext}}`,
  };
}
