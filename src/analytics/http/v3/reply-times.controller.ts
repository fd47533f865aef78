import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Input, QueryInteger, V3 } from '@libs/http';
import type { Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { chosenSources, SourceCatalogue } from '@src/sources';
import type { CountParams } from '../../counted-scopes';
import { ReplyTimesService } from '../../reply-times.service';
import { countParamsOf } from '../analytics-parameters.shapes';
import { namedSelection } from './account-scope';
import {
  AnalyticsReplyTimes,
  presentReplyTimes,
  presentReplyTimesOfObject,
  ReplyTimesOfObject,
} from './reply-times.shapes';
import { ObjectSummaryParameters } from './summary-parameters.shapes';

class ReplyTimesByObjectParameters extends Input(ObjectSummaryParameters, {
  limit: QueryInteger({ description: 'Page size.', min: 1, max: 1000, default: 100 }),
  offset: QueryInteger({ description: 'How many items are skipped.', min: 0, default: 0 }),
}) {}

/** Reply times (contract §4.7). */
@ApiTags('Analytics')
@Controller({ path: 'analytics/reply-times', version: V3 })
export class ReplyTimesController {
  constructor(
    private readonly replyTimes: ReplyTimesService,
    private readonly sources: SourceCatalogue,
  ) {}

  @Get()
  @Endpoint({
    name: 'getReplyTimes',
    summary: 'How soon reviews are answered, in total and by platform',
    description:
      'The reviews that `GET /v3/analytics` counts with the same filters. The times are computed from all dated replies; where more than a million reviews are answered in the period, from those of the newest months (`times_from`).',
    response: AnalyticsReplyTimes,
    access: 'read',
    etag: true,
    errors: ['object_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async get(@CurrentCaller() caller: Caller, @Query() query: ObjectSummaryParameters): Promise<AnalyticsReplyTimes> {
    const selection = namedSelection(query) ?? { kind: 'account' };
    return presentReplyTimes(await this.replyTimes.summary(caller, selection, this.paramsOf(query)));
  }

  @Get('objects')
  @Endpoint({
    name: 'listReplyTimesOfObjects',
    summary: 'How soon reviews are answered, by object',
    description:
      'The enabled objects of the account or of a folder, by id, including those without reviews. The figures of an object are those of `GET /v3/analytics/reply-times` for it alone, with the same filters; `times_from` is that of the selection.',
    page: ReplyTimesOfObject,
    access: 'read',
    etag: true,
    errors: ['object_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ReplyTimesByObjectParameters,
  ): Promise<Page<ReplyTimesOfObject>> {
    const selection = namedSelection(query) ?? { kind: 'account' };
    const params = { ...this.paramsOf(query), limit: query.limit, offset: query.offset };
    const page = await this.replyTimes.objects(caller, selection, params);
    return { ...page, data: page.data.map(presentReplyTimesOfObject) };
  }

  private paramsOf(query: ObjectSummaryParameters): CountParams {
    return { ...countParamsOf(query), sourceIds: chosenSources(this.sources, query) };
  }
}
