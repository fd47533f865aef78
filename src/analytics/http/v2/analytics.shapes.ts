/** Analytics in v2: objects are called groups. */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import type { Summary, Timeseries } from '../../analytics.service';
import { GRANULARITIES } from '../../domain/periods';
import {
  addressedIds,
  MetaFields,
  presentAccess,
  presentApplied,
  presentReplies,
  presentSeries,
  presentSourceSummary,
  presentTotals,
  ReplyCounts,
  ReviewCounts,
  SourceSummary,
  TimeseriesOfSource,
  TrialAccessFigures,
} from '../figures.shapes';

@ApiSchema({ description: 'The filters of the figures.' })
export class SummaryMetaV2 extends Shape(MetaFields, {
  group_id: { type: 'integer', nullable: true, description: 'The addressed object; null for a folder.' },
  folder_id: { type: 'integer', nullable: true, description: 'The addressed folder; null for an object.' },
  group_ids: { type: 'integer', list: true, description: 'The objects whose reviews are counted.' },
}) {}

@ApiSchema({ description: 'Figures about the replies of the organization.' })
export class ReplyFiguresV2 extends ReplyCounts {}

@ApiSchema({ description: 'Figures of all reviews that match the filters.' })
export class SummaryFiguresV2 extends Shape(ReviewCounts, {
  reply: { type: () => ReplyFiguresV2, description: 'Figures about the replies of the organization.' },
}) {}

@ApiSchema({ description: 'Figures of an object or a folder, in total and by platform.' })
export class SummaryV2 extends Shape({
  meta: { type: () => SummaryMetaV2, description: 'Filters as applied.' },
  summary: { type: () => SummaryFiguresV2, description: 'All platforms together.' },
  by_source: {
    type: () => SourceSummary,
    list: true,
    description: 'One item per platform, ordered by id, including platforms without reviews.',
  },
  access: { type: () => TrialAccessFigures, optional: true, description: 'Present only on trial access.' },
}) {}

@ApiSchema({ description: 'The filters of the series.' })
export class TimeseriesMetaV2 extends Shape(MetaFields, {
  group_id: { type: 'integer', description: 'The object.' },
  granularity: { type: 'string', values: GRANULARITIES, description: 'Length of a period.' },
}) {}

@ApiSchema({ description: 'Figures of an object, by period.' })
export class TimeseriesV2 extends Shape({
  meta: { type: () => TimeseriesMetaV2, description: 'Filters as applied.' },
  series: { type: () => TimeseriesOfSource, list: true, description: 'One series for each requested platform.' },
}) {}

export function presentSummaryV2(summary: Summary): SummaryV2 {
  const { objectId, folderId } = addressedIds(summary.applied);
  return {
    meta: {
      group_id: objectId,
      folder_id: folderId,
      group_ids: summary.applied.objectIds,
      ...presentApplied(summary.applied),
    },
    summary: { ...presentTotals(summary), reply: presentReplies(summary) },
    by_source: summary.bySource.map(presentSourceSummary),
    ...presentAccess(summary.access),
  };
}

export function presentTimeseriesV2(timeseries: Timeseries, groupId: number): TimeseriesV2 {
  return {
    meta: { group_id: groupId, ...presentApplied(timeseries.applied), granularity: timeseries.granularity },
    series: presentSeries(timeseries),
  };
}
