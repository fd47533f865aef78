import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Endpoint, IdParam, Input, QueryId, sendJson, V2 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { ReviewFeedService } from '../../review-feed.service';
import { FeedParameters, feedParamsOf } from '../feed-parameters.shapes';
import { requiredSelection } from '../../../http/selection';
import { reviewFormatOf, ReviewFormatParameters, ReviewV2 } from '../../../http/review.shapes';

class GroupFeedParameters extends Input(FeedParameters, {
  group_id: QueryId({ description: 'The object. Exactly one of `group_id` and `folder_id` is required.' }),
  folder_id: QueryId({ description: 'A whole folder with its subfolders.' }),
}) {}

/** Reviews under their v2 names (contract §4.4). */
@ApiTags('Reviews')
@Controller({ path: 'reviews', version: V2 })
export class ReviewsV2Controller {
  constructor(private readonly reviews: ReviewFeedService) {}

  @Get()
  @Endpoint({
    summary: 'The review feed of an object or a folder',
    description: 'Without parameters: neither deleted nor hidden nor pinned reviews, newest first. The total is exact.',
    page: ReviewV2,
    access: 'read',
    errors: ['group_or_folder_required', 'group_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: GroupFeedParameters,
    @Res() response: Response,
  ): Promise<void> {
    const selection = requiredSelection('group', query);
    const format = reviewFormatOf('v2', query);
    sendJson(response, 200, await this.reviews.page(caller, selection, feedParamsOf(query), query, format));
  }

  @Get(':review_id')
  @Endpoint({
    summary: 'One review',
    description: '404 for deleted and hidden reviews, and for those that a trial cannot see.',
    response: ReviewV2,
    access: 'read',
    errors: ['not_found'],
  })
  async get(
    @CurrentCaller() caller: Caller,
    @IdParam('review_id') reviewId: number,
    @Query() query: ReviewFormatParameters,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(response, 200, await this.reviews.single(caller, reviewId, reviewFormatOf('v2', query)));
  }
}
