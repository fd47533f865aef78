import { ApiSchema } from '@nestjs/swagger';
import { Shown } from '@libs/http';
import { wireTimeOrNull } from '@libs/kernel';
import type { Summary, Timeseries } from '../../analytics.service';
import type { Granularity } from '@src/reviews';
import { GRANULARITIES } from '../../domain/periods';
import type { PlatformRating } from '../../persistence/platform-rating.query';
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
export class SummaryMeta extends MetaFields {
  @Shown({ type: 'integer', nullable: true, description: 'The addressed object; null for a folder or the account.' })
  readonly object_id!: number | null;

  @Shown({ type: 'integer', nullable: true, description: 'The addressed folder; null for an object or the account.' })
  readonly folder_id!: number | null;

  @Shown({ type: 'integer', list: true, description: 'The objects whose reviews are counted.' })
  readonly object_ids!: readonly number[];
}

@ApiSchema({ description: 'Figures about the replies of the organization.' })
export class ReplyFigures extends ReplyCounts {
  @Shown({
    type: 'number',
    nullable: true,
    description:
      'Median of the hours from `review_date` to `reply_date`, to one decimal; null if no counted review has both. A reply dated up to a day before its review counts as 0; an earlier one is not counted. Of more than 1,000 replies, the newest of each object are read, in proportion to its reviews. (v3)',
    example: 19.5,
  })
  readonly median_hours!: number | null;
}

@ApiSchema({ description: 'Figures of all reviews that match the filters.' })
export class SummaryFigures extends ReviewCounts {
  @Shown({ type: () => ReplyFigures, description: 'Figures about the replies of the organization.' })
  readonly reply!: ReplyFigures;
}

@ApiSchema({ description: 'Figures of an object, a folder or the account, in total and by platform.' })
export class AnalyticsSummary {
  @Shown({ type: () => SummaryMeta, description: 'Filters as applied.' })
  readonly meta!: SummaryMeta;

  @Shown({ type: () => SummaryFigures, description: 'All platforms together.' })
  readonly summary!: SummaryFigures;

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
export class TimeseriesMeta extends MetaFields {
  @Shown({ type: 'integer', nullable: true, description: 'The addressed object; null for a folder or the account.' })
  readonly object_id!: number | null;

  @Shown({ type: 'integer', nullable: true, description: 'The addressed folder; null for an object or the account.' })
  readonly folder_id!: number | null;

  @Shown({ type: 'string', values: GRANULARITIES, description: 'Length of a period.' })
  readonly granularity!: Granularity;
}

@ApiSchema({ description: 'Figures of an object, a folder or the account, by period.' })
export class AnalyticsTimeseries {
  @Shown({ type: () => TimeseriesMeta, description: 'Filters as applied.' })
  readonly meta!: TimeseriesMeta;

  @Shown({ type: () => TimeseriesOfSource, list: true, description: 'One series for each requested platform.' })
  readonly series!: readonly TimeseriesOfSource[];
}

@ApiSchema({ description: 'The figures that a platform publishes for a link, and the number of collected reviews.' })
export class LinkRating {
  @Shown({ type: 'integer', description: 'The link.' })
  readonly link_id!: number;

  @Shown({ type: 'integer', description: 'The platform.' })
  readonly source_id!: number;

  @Shown({ type: 'string', description: 'Machine name of the platform.', example: 'trustpilot' })
  readonly source_slug!: string;

  @Shown({ type: 'integer', description: 'The object.' })
  readonly object_id!: number;

  @Shown({
    type: 'number',
    nullable: true,
    description: 'The average that the platform publishes, converted to the scale 1-5.',
    example: 4.3,
  })
  readonly rating!: number | null;

  @Shown({
    type: 'string',
    nullable: true,
    description: 'The average that the platform publishes, on the scale of the platform.',
  })
  readonly rating_original!: string | null;

  @Shown({ type: 'integer', nullable: true, description: 'The number of reviews that the platform publishes.' })
  readonly review_count!: number | null;

  @Shown({ type: 'integer', description: 'The number of collected reviews that the platform still shows.' })
  readonly collected_count!: number;

  @Shown({
    type: 'date-time',
    nullable: true,
    description: 'When these figures were last read from the platform; null: never.',
  })
  readonly as_of!: string | null;
}

@ApiSchema({ description: 'The figures that platforms publish for the links of an object.' })
export class LinkRatings {
  @Shown({ type: () => LinkRating, list: true, description: 'All links, ordered by object and link.' })
  readonly data!: readonly LinkRating[];
}

export function presentSummary(summary: Summary): AnalyticsSummary {
  const { objectId, folderId } = addressedIds(summary.applied);
  return {
    meta: {
      object_id: objectId,
      folder_id: folderId,
      object_ids: summary.applied.objectIds,
      ...presentApplied(summary.applied),
    },
    summary: {
      ...presentTotals(summary),
      reply: { ...presentReplies(summary), median_hours: summary.medianReplyHours },
    },
    by_source: summary.bySource.map(presentSourceSummary),
    ...presentAccess(summary.access),
  };
}

export function presentTimeseries(timeseries: Timeseries): AnalyticsTimeseries {
  const { objectId, folderId } = addressedIds(timeseries.applied);
  return {
    meta: {
      object_id: objectId,
      folder_id: folderId,
      ...presentApplied(timeseries.applied),
      granularity: timeseries.granularity,
    },
    series: presentSeries(timeseries),
  };
}

export function presentLinkRating(link: PlatformRating): LinkRating {
  return {
    link_id: link.linkId,
    source_id: link.sourceId,
    source_slug: link.sourceSlug,
    object_id: link.objectId,
    rating: link.rating === null ? null : link.rating / 100,
    rating_original: link.ratingOriginal,
    review_count: link.reviewCount,
    collected_count: link.collectedCount,
    as_of: wireTimeOrNull(link.asOf),
  };
}
