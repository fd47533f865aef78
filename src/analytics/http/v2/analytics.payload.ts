/** Analytics in v2: objects are called groups. */
import { ApiSchema } from '@nestjs/swagger';
import { Shown } from '@libs/http';
import type { Summary, Timeseries } from '../../analytics.service';
import type { Granularity } from '@src/reviews';
import { GRANULARITIES } from '../../domain/periods';
import {
  addressedIds,
  presentAccess,
  presentApplied,
  presentReplies,
  presentSeries,
  presentSourceSummary,
  presentTotals,
} from '../analytics.presenter';
import { ReplyCounts, ReviewCounts, SourceSummary, TimeseriesOfSource, TrialAccessFigures } from '../figures.payload';
import { MetaFields } from '../meta-fields.payload';

@ApiSchema({ description: 'The filters of the figures.' })
export class SummaryMetaV2 extends MetaFields {
  @Shown({ type: 'integer', nullable: true, description: 'The addressed object; null for a folder.' })
  readonly group_id!: number | null;

  @Shown({ type: 'integer', nullable: true, description: 'The addressed folder; null for an object.' })
  readonly folder_id!: number | null;

  @Shown({ type: 'integer', list: true, description: 'The objects whose reviews are counted.' })
  readonly group_ids!: readonly number[];
}

@ApiSchema({ description: 'Figures about the replies of the organization.' })
export class ReplyFiguresV2 extends ReplyCounts {}

@ApiSchema({ description: 'Figures of all reviews that match the filters.' })
export class SummaryFiguresV2 extends ReviewCounts {
  @Shown({ type: () => ReplyFiguresV2, description: 'Figures about the replies of the organization.' })
  readonly reply!: ReplyFiguresV2;
}

@ApiSchema({ description: 'Figures of an object or a folder, in total and by platform.' })
export class SummaryV2 {
  @Shown({ type: () => SummaryMetaV2, description: 'Filters as applied.' })
  readonly meta!: SummaryMetaV2;

  @Shown({ type: () => SummaryFiguresV2, description: 'All platforms together.' })
  readonly summary!: SummaryFiguresV2;

  @Shown({
    type: () => SourceSummary,
    list: true,
    description: 'One item per platform, ordered by id, including platforms without reviews.',
  })
  readonly by_source!: readonly SourceSummary[];

  @Shown({ type: () => TrialAccessFigures, optional: true, description: 'Present only on trial access.' })
  readonly access?: TrialAccessFigures;
}

@ApiSchema({ description: 'The filters of the series.' })
export class TimeseriesMetaV2 extends MetaFields {
  @Shown({ type: 'integer', description: 'The object.' })
  readonly group_id!: number;

  @Shown({ type: 'string', values: GRANULARITIES, description: 'Length of a period.' })
  readonly granularity!: Granularity;
}

@ApiSchema({ description: 'Figures of an object, by period.' })
export class TimeseriesV2 {
  @Shown({ type: () => TimeseriesMetaV2, description: 'Filters as applied.' })
  readonly meta!: TimeseriesMetaV2;

  @Shown({ type: () => TimeseriesOfSource, list: true, description: 'One series for each requested platform.' })
  readonly series!: readonly TimeseriesOfSource[];
}

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
