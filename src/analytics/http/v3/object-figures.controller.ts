import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Input, QueryDate, QueryEnum, QueryId, QueryInteger, V3 } from '@libs/http';
import type { Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { chosenSources, SourceCatalogue, SourceSlugs } from '@src/sources';
import { OBJECT_SORTS } from '../../domain/object-order';
import { ObjectFiguresService } from '../../object-figures.service';
import { countParamsOf, VERSION_3, SummaryParameters } from '../analytics-parameters.shapes';
import { namedSelection, WholeAccount } from './account-scope';
import { FiguresOfObject, presentFiguresOfObject } from './object-figures.shapes';

class FiguresByObjectParameters extends Input(SummaryParameters, {
  ...VERSION_3,
  object_id: QueryId({
    description: 'Only this object. Without `object_id` and `folder_id`, all objects of the account.',
  }),
  folder_id: QueryId({ description: 'The objects of a folder and its subfolders.' }),
  scope: WholeAccount('`account`: all objects of the account, which is also the default.'),
  source_slugs: SourceSlugs(
    'Only these platforms, slugs from `GET /v3/sources`, in addition to those of `source_ids`.',
  ),
  compare_from: QueryDate({
    description:
      'Inclusive lower bound of the compared range; 2000-01-01 if only `compare_to` is given. Undated reviews are not compared.',
  }),
  compare_to: QueryDate({
    description: 'Inclusive upper bound of the compared range; today (UTC) if only `compare_from` is given.',
  }),
  sort_by: QueryEnum({
    description:
      'Objects without the value are last. `avg_rating_change` is `avg_rating` minus that of `before`; it needs a compared range.',
    values: OBJECT_SORTS,
    default: 'review_count',
  }),
  sort_order: QueryEnum({
    description: 'Direction; ties are by id, ascending.',
    values: ['desc', 'asc'],
    default: 'desc',
  }),
  limit: QueryInteger({ description: 'Page size.', min: 1, max: 1000, default: 100 }),
  offset: QueryInteger({ description: 'How many items are skipped.', min: 0, default: 0 }),
}) {}

/** Figures of each object (contract §4.7). */
@ApiTags('Analytics')
@Controller({ path: 'analytics', version: V3 })
export class ObjectFiguresController {
  constructor(
    private readonly figures: ObjectFiguresService,
    private readonly sources: SourceCatalogue,
  ) {}

  @Get('objects')
  @Endpoint({
    name: 'listObjectFigures',
    summary: 'Figures of each object',
    description:
      'The enabled objects of the account or of a folder, including those without reviews. The figures of an object are those of `GET /v3/analytics` for it alone, with the same filters.',
    page: FiguresOfObject,
    access: 'read',
    etag: true,
    errors: ['object_and_folder_conflict', 'not_found', 'folder_not_found'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: FiguresByObjectParameters,
  ): Promise<Page<FiguresOfObject>> {
    const page = await this.figures.page(caller, namedSelection(query) ?? { kind: 'account' }, {
      ...countParamsOf(query),
      sourceIds: chosenSources(this.sources, query),
      compared: comparedRange(query),
      sortBy: query.sort_by,
      sortOrder: query.sort_order,
      limit: query.limit,
      offset: query.offset,
    });
    return { ...page, data: page.data.map(presentFiguresOfObject) };
  }
}

const comparedRange = ({ compare_from: from, compare_to: to }: FiguresByObjectParameters) =>
  from === undefined && to === undefined ? null : { from, to };
