import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Input, QueryId, QueryIds, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { requiredSelection } from '@src/reviews';
import { chosenSources, SourceCatalogue, SourceSlugs, type SourceChoice } from '@src/sources';
import { ALL_SOURCES, AnalyticsService } from '../../analytics.service';
import { namedSelection, WholeAccount } from './account-scope';
import { countParamsOf, VERSION_3, seriesParamsOf, TimeseriesParameters } from '../analytics-parameters.shapes';
import { ObjectSummaryParameters } from './summary-parameters.shapes';
import {
  AnalyticsByLanguage,
  AnalyticsSummary,
  AnalyticsTimeseries,
  LinkRatings,
  presentLanguages,
  presentLinkRating,
  presentSummary,
  presentTimeseries,
} from './analytics.shapes';

class ObjectTimeseriesParameters extends Input(TimeseriesParameters, {
  ...VERSION_3,
  object_id: QueryId({ description: 'The object. Exactly one of `object_id`, `folder_id` and `scope` is required.' }),
  folder_id: QueryId({ description: 'A whole folder with its subfolders.' }),
  scope: WholeAccount('`account`: the whole account.'),
  source_ids: QueryIds({
    description:
      'Platforms, one series for each, in this order; `0` is the series of all platforms together. It is the only series if neither `source_ids` nor `source_slugs` is given.',
    min: 0,
    default: [],
  }),
  source_slugs: SourceSlugs(
    'Platforms by their slugs, from `GET /v3/sources`; their series follow those of `source_ids`.',
  ),
}) {}

class RatingsParameters extends Input({
  object_id: QueryId({ description: 'The object. Exactly one of `object_id` and `folder_id` is required.' }),
  folder_id: QueryId({ description: 'A whole folder with its subfolders.' }),
}) {}

/** Analytics (contract §4.7, §4.8, §4.13). */
@ApiTags('Analytics')
@Controller({ path: 'analytics', version: V3 })
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly sources: SourceCatalogue,
  ) {}

  @Get()
  @Endpoint({
    name: 'getAnalytics',
    summary: 'Figures of an object, a folder, or the whole account',
    description:
      'Deleted reviews are not counted, hidden ones are. Unrated reviews are counted only with `min_rating=0`.',
    response: AnalyticsSummary,
    access: 'read',
    etag: true,
    errors: ['object_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async getSummary(
    @CurrentCaller() caller: Caller,
    @Query() query: ObjectSummaryParameters,
  ): Promise<AnalyticsSummary> {
    const selection = namedSelection(query) ?? { kind: 'account' };
    const params = { ...countParamsOf(query), sourceIds: chosenSources(this.sources, query), withReplyDelay: true };
    return presentSummary(await this.analytics.summary(caller, selection, params));
  }

  @Get('languages')
  @Endpoint({
    name: 'listLanguageFigures',
    summary: 'Figures by the language of the reviews',
    description:
      'The reviews that `GET /v3/analytics` counts with the same filters, by language. A text that is short or of no known language is counted as `und`, as is a review without text.',
    response: AnalyticsByLanguage,
    access: 'read',
    etag: true,
    errors: ['object_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async listLanguages(
    @CurrentCaller() caller: Caller,
    @Query() query: ObjectSummaryParameters,
  ): Promise<AnalyticsByLanguage> {
    const selection = namedSelection(query) ?? { kind: 'account' };
    const params = { ...countParamsOf(query), sourceIds: chosenSources(this.sources, query) };
    return presentLanguages(await this.analytics.languages(caller, selection, params));
  }

  @Get('timeseries')
  @Endpoint({
    name: 'getTimeseries',
    summary: 'Figures of an object, a folder or the account over time',
    description:
      'Every period of the range is present, including empty periods. Undated and unrated reviews are not counted.',
    response: AnalyticsTimeseries,
    access: 'read',
    etag: true,
    errors: ['object_or_folder_required', 'object_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async getTimeseries(
    @CurrentCaller() caller: Caller,
    @Query() query: ObjectTimeseriesParameters,
  ): Promise<AnalyticsTimeseries> {
    const selection = namedSelection(query) ?? requiredSelection('object', query);
    const params = { ...seriesParamsOf(query), sourceIds: requestedSeries(this.sources, query) };
    return presentTimeseries(await this.analytics.timeseries(caller, selection, params));
  }

  @Get('ratings')
  @Endpoint({
    name: 'listPlatformRatings',
    summary: 'Figures that platforms publish for each link',
    description:
      'The rating and the number of reviews that the platform publishes, and the number of collected reviews.',
    response: LinkRatings,
    access: 'read',
    etag: true,
    errors: ['object_or_folder_required', 'object_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async getRatings(@CurrentCaller() caller: Caller, @Query() query: RatingsParameters): Promise<LinkRatings> {
    const links = await this.analytics.platformRatings(caller, requiredSelection('object', query));
    return { data: links.map(presentLinkRating) };
  }
}

/** The ids of the requested series; the series of all platforms together if none is requested. */
function requestedSeries(sources: SourceCatalogue, choice: SourceChoice): readonly number[] {
  const chosen = chosenSources(sources, choice);
  return chosen.length > 0 ? chosen : [ALL_SOURCES];
}
