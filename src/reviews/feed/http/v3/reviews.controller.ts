import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Endpoint, IdParam, Input, QueryBoolean, QueryEnum, QueryId, QueryLanguages, sendJson, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { chosenSources, SourceCatalogue, SourceSlugs } from '@src/sources';
import { PROVENANCES } from '../../../domain/feed-filter';
import { ReviewFeedService } from '../../review-feed.service';
import { FeedFilterParameters, FeedParameters, feedParamsOf } from '../feed-parameters.shapes';
import { selectionOf } from '../../../http/selection';
import { Review, reviewFormatOf, ReviewFormatParameters } from '../../../http/review.shapes';

const SELECTION = {
  object_id: QueryId({
    description: 'The object. Without `object_id` and `folder_id` the feed is that of the whole account.',
  }),
  folder_id: QueryId({ description: 'A whole folder with its subfolders.' }),
  provenance: QueryEnum({
    description:
      '`collected`: only reviews that collections found. `imported`: only those that imports have brought and no collection has found yet.',
    values: PROVENANCES,
  }),
  languages: QueryLanguages({
    description:
      'Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all.',
  }),
  source_slugs: SourceSlugs(
    'Only these platforms, slugs from `GET /v3/sources`; together with `source_ids` those of either.',
  ),
};

/** The reviews of the feed, without page, order and shape. */
export class ObjectFilterParameters extends Input(FeedFilterParameters, SELECTION) {}

export class ObjectFeedParameters extends Input(FeedParameters, SELECTION) {}

class SingleReviewParameters extends Input(ReviewFormatParameters, {
  include_deleted: QueryBoolean({ description: 'Also if it was deleted on the platform.', default: false }),
  show_hidden: QueryBoolean({ description: 'Also if it is hidden.', default: false }),
}) {}

/** Reviews (contract §4.4, §4.13). */
@ApiTags('Reviews')
@Controller({ path: 'reviews', version: V3 })
export class ReviewsController {
  constructor(
    private readonly reviews: ReviewFeedService,
    private readonly sources: SourceCatalogue,
  ) {}

  @Get()
  @Endpoint({
    summary: 'The review feed of an object, a folder, or the whole account',
    description: 'Without parameters: neither deleted nor hidden nor pinned reviews, newest first. The total is exact.',
    page: Review,
    access: 'read',
    errors: ['object_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ObjectFeedParameters,
    @Res() response: Response,
  ): Promise<void> {
    const selection = selectionOf('object', query) ?? { kind: 'account' };
    const params = { ...feedParamsOf(query), sourceIds: chosenSources(this.sources, query) };
    sendJson(response, 200, await this.reviews.page(caller, selection, params, query, reviewFormatOf('v3', query)));
  }

  @Get(':review_id')
  @Endpoint({
    summary: 'One review',
    description: '404 for reviews that a trial cannot see, and without the parameters for deleted and hidden reviews.',
    response: Review,
    access: 'read',
    errors: ['not_found'],
  })
  async get(
    @CurrentCaller() caller: Caller,
    @IdParam('review_id') reviewId: number,
    @Query() query: SingleReviewParameters,
    @Res() response: Response,
  ): Promise<void> {
    const also = { deleted: query.include_deleted, hidden: query.show_hidden };
    sendJson(response, 200, await this.reviews.single(caller, reviewId, reviewFormatOf('v3', query), also));
  }
}
