import { Body, Controller, Delete, Get, Post, Put, Query, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Endpoint, IdParam, sendJson, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { ReviewCurationService } from '../../review-curation.service';
import {
  HideBody,
  idsToDelete,
  PinBody,
  PinOrderBody,
  UnhideBody,
  UnhideQuery,
  UnpinBody,
  UnpinQuery,
} from '../curation.dto';
import { CURATION } from '../curation-endpoints';
import { HiddenCount, HiddenReview, PinnedCount, PinnedReview } from '../curation.payload';
import { ReviewFormatQuery, reviewFormatOf } from '../../../http/review-format.dto';

const ID = 'object_id';

/** Hidden and pinned reviews (contract §4.10, §4.13). */
@ApiTags('Hidden and pinned reviews')
@Controller({ path: 'objects/:object_id', version: V3 })
export class ObjectCurationController {
  constructor(private readonly curation: ReviewCurationService) {}

  @Post('hidden-reviews')
  @Endpoint(CURATION.hide)
  async hide(
    @CurrentCaller() caller: Caller,
    @IdParam(ID) objectId: number,
    @Body() body: HideBody,
  ): Promise<HiddenCount> {
    return { detail: 'Reviews hidden', hidden_count: await this.curation.hide(caller, objectId, body.review_ids) };
  }

  @Get('hidden-reviews')
  @Endpoint({ ...CURATION.hidden, list: HiddenReview })
  async hidden(
    @CurrentCaller() caller: Caller,
    @IdParam(ID) objectId: number,
    @Query() query: ReviewFormatQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(response, 200, await this.curation.list(caller, objectId, 'hidden', reviewFormatOf('v3', query)));
  }

  @Delete('hidden-reviews')
  @Endpoint(CURATION.unhide)
  @ApiBody({ type: UnhideBody, required: false })
  async unhide(
    @CurrentCaller() caller: Caller,
    @IdParam(ID) objectId: number,
    @Body() body: UnhideBody,
    @Query() query: UnhideQuery,
  ): Promise<HiddenCount> {
    const hidden_count = await this.curation.unhide(caller, objectId, idsToDelete(body, query));
    return { detail: 'Reviews returned to the feed', hidden_count };
  }

  @Post('pinned-reviews')
  @Endpoint(CURATION.pin)
  async pin(
    @CurrentCaller() caller: Caller,
    @IdParam(ID) objectId: number,
    @Body() body: PinBody,
  ): Promise<PinnedCount> {
    return { detail: 'Reviews pinned', pinned_count: await this.curation.pin(caller, objectId, body.review_ids) };
  }

  @Get('pinned-reviews')
  @Endpoint({ ...CURATION.pinned, list: PinnedReview })
  async pinned(
    @CurrentCaller() caller: Caller,
    @IdParam(ID) objectId: number,
    @Query() query: ReviewFormatQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(response, 200, await this.curation.list(caller, objectId, 'pinned', reviewFormatOf('v3', query)));
  }

  @Put('pinned-reviews')
  @Endpoint(CURATION.replacePins)
  async replacePins(
    @CurrentCaller() caller: Caller,
    @IdParam(ID) objectId: number,
    @Body() body: PinOrderBody,
  ): Promise<PinnedCount> {
    const pinned_count = await this.curation.replacePins(caller, objectId, body.ordered_review_ids);
    return { detail: 'Pinned reviews replaced', pinned_count };
  }

  @Delete('pinned-reviews')
  @Endpoint(CURATION.unpin)
  @ApiBody({ type: UnpinBody, required: false })
  async unpin(
    @CurrentCaller() caller: Caller,
    @IdParam(ID) objectId: number,
    @Body() body: UnpinBody,
    @Query() query: UnpinQuery,
  ): Promise<PinnedCount> {
    const pinned_count = await this.curation.unpin(caller, objectId, idsToDelete(body, query));
    return { detail: 'Reviews unpinned', pinned_count };
  }
}
