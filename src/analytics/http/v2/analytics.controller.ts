import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Input, QueryId, V2 } from '@libs/http';
import type { Selection } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { requiredSelection } from '@src/reviews';
import { AnalyticsService } from '../../analytics.service';
import { countParamsOf, seriesParamsOf, SummaryParameters, TimeseriesParameters } from '../analytics-parameters.shapes';
import { presentSummaryV2, presentTimeseriesV2, SummaryV2, TimeseriesV2 } from './analytics.shapes';

class GroupSummaryParameters extends Input(SummaryParameters, {
  group_id: QueryId({ description: 'The object. Exactly one of `group_id` and `folder_id` is required.' }),
  folder_id: QueryId({ description: 'A whole folder with its subfolders.' }),
}) {}

class GroupTimeseriesParameters extends Input(TimeseriesParameters, {
  group_id: QueryId({ description: 'The object.', required: true }),
}) {}

/** Analytics under its v2 names (contract §4.7, §4.8). */
@ApiTags('Analytics')
@Controller({ path: 'analytics', version: V2 })
export class AnalyticsV2Controller {
  constructor(private readonly analytics: AnalyticsService) {}

  @Get()
  @Endpoint({
    name: 'getAnalytics',
    summary: 'Figures of an object or a folder',
    description:
      'Deleted reviews are not counted, hidden ones are. Unrated reviews are counted only with `min_rating=0`.',
    response: SummaryV2,
    access: 'read',
    etag: true,
    errors: ['group_or_folder_required', 'group_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async getSummary(@CurrentCaller() caller: Caller, @Query() query: GroupSummaryParameters): Promise<SummaryV2> {
    const selection = requiredSelection('group', query);
    return presentSummaryV2(await this.analytics.summary(caller, selection, countParamsOf(query)));
  }

  @Get('timeseries')
  @Endpoint({
    name: 'getTimeseries',
    summary: 'Figures of an object over time',
    description:
      'Every period of the range is present, including empty periods. Undated and unrated reviews are not counted.',
    response: TimeseriesV2,
    access: 'read',
    etag: true,
    errors: ['not_found'],
  })
  async getTimeseries(
    @CurrentCaller() caller: Caller,
    @Query() query: GroupTimeseriesParameters,
  ): Promise<TimeseriesV2> {
    const selection: Selection = { kind: 'object', objectId: query.group_id };
    const timeseries = await this.analytics.timeseries(caller, selection, seriesParamsOf(query));
    return presentTimeseriesV2(timeseries, query.group_id);
  }
}
