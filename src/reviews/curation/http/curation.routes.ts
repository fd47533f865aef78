import { Body, Delete, Get, Headers, Injectable, Post, Put, Query, Res, type Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Response } from 'express';
import { Endpoint, IdParam, sendJson, type ObjectNoun } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { ReviewFormatParameters, reviewFormatOf } from '../../http/review.shapes';
import type { ReviewFormat } from '../../persistence/review-json.sql';
import { orderTag } from '../domain/curation';
import { ReviewCurationService } from '../review-curation.service';
import {
  HiddenCount,
  HideBody,
  idsToRemove,
  PinBody,
  PinnedCount,
  PinOrderBody,
  UnhideBody,
  UnhideParameters,
  UnpinBody,
  UnpinParameters,
  type HiddenReview,
  type HiddenReviewV2,
  type PinnedReview,
  type PinnedReviewV2,
} from './curation.shapes';

/** What differs between the versions. */
interface CurationVersion {
  readonly version: ReviewFormat['version'];
  readonly noun: ObjectNoun;
  readonly hiddenReview: Type<HiddenReview | HiddenReviewV2>;
  readonly pinnedReview: Type<PinnedReview | PinnedReviewV2>;
  /** Whether the list of pinned reviews has an ETag, which a change of the order may name. */
  readonly hasOrderTag: boolean;
}

/** Routes of hidden and pinned reviews (contract §4.10). */
export function curationRoutes({ version, noun, hiddenReview, pinnedReview, hasOrderTag }: CurationVersion) {
  const id = `${noun}_id`;

  @Injectable()
  abstract class CurationRoutes {
    constructor(private readonly curation: ReviewCurationService) {}

    @Post('hidden-reviews')
    @Endpoint({
      name: 'hideReviews',
      summary: 'Hide reviews',
      description:
        'All or nothing. A hidden review loses its pin; analytics still counts it. Other objects are unaffected.',
      response: HiddenCount,
      access: 'write',
      errors: ['not_found'],
    })
    async hide(
      @CurrentCaller() caller: Caller,
      @IdParam(id) objectId: number,
      @Body() body: HideBody,
    ): Promise<HiddenCount> {
      return { detail: 'Reviews hidden', hidden_count: await this.curation.hide(caller, objectId, body.review_ids) };
    }

    @Get('hidden-reviews')
    @Endpoint({
      summary: 'List the hidden reviews, most recently hidden first',
      description:
        'Includes reviews deleted on the platform. On trial, only reviews within the limit of the trial are returned.',
      list: hiddenReview,
      access: 'read',
      errors: ['not_found'],
    })
    async listHidden(
      @CurrentCaller() caller: Caller,
      @IdParam(id) objectId: number,
      @Query() query: ReviewFormatParameters,
      @Res() response: Response,
    ): Promise<void> {
      sendJson(response, 200, await this.curation.list(caller, objectId, 'hidden', reviewFormatOf(version, query)));
    }

    @Delete('hidden-reviews')
    @Endpoint({
      name: 'unhideReviews',
      summary: 'Return hidden reviews to the feed',
      description: 'All or nothing. A pin is not restored. The ids come in the body or in the query.',
      response: HiddenCount,
      access: 'write',
      errors: ['not_found'],
    })
    @ApiBody({ type: UnhideBody, required: false })
    async unhide(
      @CurrentCaller() caller: Caller,
      @IdParam(id) objectId: number,
      @Body() body: UnhideBody,
      @Query() query: UnhideParameters,
    ): Promise<HiddenCount> {
      const hidden_count = await this.curation.unhide(caller, objectId, idsToRemove(body, query));
      return { detail: 'Reviews returned to the feed', hidden_count };
    }

    @Post('pinned-reviews')
    @Endpoint({
      name: 'pinReviews',
      summary: 'Pin reviews at the top',
      description: 'All or nothing. A hidden review cannot be pinned (`conflict`).',
      response: PinnedCount,
      access: 'write',
      errors: ['not_found', 'conflict', 'duplicate_review_ids', 'pinned_limit_exceeded'],
    })
    async pin(
      @CurrentCaller() caller: Caller,
      @IdParam(id) objectId: number,
      @Body() body: PinBody,
    ): Promise<PinnedCount> {
      return { detail: 'Reviews pinned', pinned_count: await this.curation.pin(caller, objectId, body.review_ids) };
    }

    @Get('pinned-reviews')
    @Endpoint({
      summary: 'List the pinned reviews in their order',
      description:
        'Includes reviews deleted on the platform. On trial, only reviews within the limit of the trial are returned.',
      list: pinnedReview,
      access: 'read',
      errors: ['not_found'],
      ...(hasOrderTag ? { stateTag: 'sent' as const } : {}),
    })
    async listPinned(
      @CurrentCaller() caller: Caller,
      @IdParam(id) objectId: number,
      @Query() query: ReviewFormatParameters,
      @Res() response: Response,
    ): Promise<void> {
      if (hasOrderTag) response.setHeader('ETag', await this.curation.orderTag(caller, objectId));
      sendJson(response, 200, await this.curation.list(caller, objectId, 'pinned', reviewFormatOf(version, query)));
    }

    @Put('pinned-reviews')
    @Endpoint({
      summary: 'Replace the whole list of pinned reviews',
      description: 'All or nothing. An empty list unpins all. A hidden review cannot be pinned (`conflict`).',
      response: PinnedCount,
      access: 'write',
      errors: ['not_found', 'conflict', 'duplicate_review_ids', 'pinned_limit_exceeded'],
      ...(hasOrderTag ? { stateTag: 'checked' as const } : {}),
    })
    async replacePins(
      @CurrentCaller() caller: Caller,
      @IdParam(id) objectId: number,
      @Body() body: PinOrderBody,
      @Headers('if-match') ifMatch: string | undefined,
      @Res({ passthrough: true }) response: Response,
    ): Promise<PinnedCount> {
      const { ordered_review_ids: order } = body;
      const condition = hasOrderTag ? (ifMatch ?? null) : null;
      const pinned_count = await this.curation.replacePins(caller, objectId, order, condition);
      if (hasOrderTag) response.setHeader('ETag', orderTag(order));
      return { detail: 'Pinned reviews replaced', pinned_count };
    }

    @Delete('pinned-reviews')
    @Endpoint({
      name: 'unpinReviews',
      summary: 'Unpin reviews; they stay in the feed',
      description: 'All or nothing. The other pins move up. The ids come in the body or in the query.',
      response: PinnedCount,
      access: 'write',
      errors: ['not_found'],
    })
    @ApiBody({ type: UnpinBody, required: false })
    async unpin(
      @CurrentCaller() caller: Caller,
      @IdParam(id) objectId: number,
      @Body() body: UnpinBody,
      @Query() query: UnpinParameters,
    ): Promise<PinnedCount> {
      const pinned_count = await this.curation.unpin(caller, objectId, idsToRemove(body, query));
      return { detail: 'Reviews unpinned', pinned_count };
    }
  }
  return CurationRoutes;
}
