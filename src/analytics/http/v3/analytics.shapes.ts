import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTimeOrNull } from '@libs/kernel';
import type { Applied, ByLanguage, Summary, Timeseries } from '../../analytics.service';
import { GRANULARITIES } from '../../domain/periods';
import type { PlatformRating } from '../../persistence/platform-rating.query';
import {
  addressedIds,
  MetaFields,
  presentAccess,
  presentApplied,
  presentReplies,
  presentSeries,
  presentSourceSummary,
  presentTotals,
  ratingCounts,
  RatingCounts,
  ReplyCounts,
  ReviewCounts,
  SourceSummary,
  TimeseriesOfSource,
  TrialAccessFigures,
} from '../figures.shapes';

/** What the request addresses. */
const ADDRESSED = {
  object_id: {
    type: 'integer',
    nullable: true,
    description: 'The addressed object; null for a folder or the account.',
  },
  folder_id: {
    type: 'integer',
    nullable: true,
    description: 'The addressed folder; null for an object or the account.',
  },
} as const;

@ApiSchema({ description: 'The filters of the figures.' })
export class SummaryMeta extends Shape(MetaFields, {
  ...ADDRESSED,
  object_ids: { type: 'integer', list: true, description: 'The objects whose reviews are counted.' },
}) {}

@ApiSchema({ description: 'Figures about the replies of the organization.' })
export class ReplyFigures extends Shape(ReplyCounts, {
  median_hours: {
    type: 'number',
    nullable: true,
    description:
      'Median of the hours from `review_date` to `reply_date`, to one decimal; null if no counted review has both. A reply dated up to a day before its review counts as 0; an earlier one is not counted. Of more than 1,000 replies, the newest of each object are read, in proportion to its reviews. (v3)',
    example: 19.5,
  },
}) {}

@ApiSchema({ description: 'Figures of all reviews that match the filters.' })
export class SummaryFigures extends Shape(ReviewCounts, {
  reply: { type: () => ReplyFigures, description: 'Figures about the replies of the organization.' },
}) {}

@ApiSchema({ description: 'Figures of an object, a folder or the account, in total and by platform.' })
export class AnalyticsSummary extends Shape({
  meta: { type: () => SummaryMeta, description: 'Filters as applied.' },
  summary: { type: () => SummaryFigures, description: 'All platforms together.' },
  by_source: {
    type: () => SourceSummary,
    list: true,
    description: 'One item per platform, ordered by id, including platforms without reviews.',
  },
  access: { type: () => TrialAccessFigures, optional: true, description: 'Present only on trial access.' },
}) {}

@ApiSchema({ description: 'Figures of the reviews in one language.' })
export class LanguageSummary extends Shape({
  language: {
    type: 'string',
    description: 'Primary subtag of BCP 47; `und` for reviews whose language is not known.',
    example: 'en',
  },
  review_count: { type: 'integer', description: 'Number of reviews.' },
  avg_rating: {
    type: 'number',
    nullable: true,
    description: 'Mean of the ratings, 1-5, rounded half up to two decimals.',
  },
  total_with_reply: { type: 'integer', description: 'Reviews with a reply.' },
  rating_distribution: { type: () => RatingCounts, description: 'Rated reviews by rating.' },
}) {}

@ApiSchema({ description: 'Figures of an object, a folder or the account, by the language of the reviews.' })
export class AnalyticsByLanguage extends Shape({
  meta: { type: () => SummaryMeta, description: 'Filters as applied.' },
  data: {
    type: () => LanguageSummary,
    list: true,
    description: 'One item per language with reviews, the most frequent first, ties by language.',
  },
  access: { type: () => TrialAccessFigures, optional: true, description: 'Present only on trial access.' },
}) {}

@ApiSchema({ description: 'The filters of the series.' })
export class TimeseriesMeta extends Shape(MetaFields, {
  ...ADDRESSED,
  granularity: { type: 'string', values: GRANULARITIES, description: 'Length of a period.' },
}) {}

@ApiSchema({ description: 'Figures of an object, a folder or the account, by period.' })
export class AnalyticsTimeseries extends Shape({
  meta: { type: () => TimeseriesMeta, description: 'Filters as applied.' },
  series: { type: () => TimeseriesOfSource, list: true, description: 'One series for each requested platform.' },
}) {}

@ApiSchema({ description: 'The figures that a platform publishes for a link, and the number of collected reviews.' })
export class LinkRating extends Shape({
  link_id: { type: 'integer', description: 'The link.' },
  source_id: { type: 'integer', description: 'The platform.' },
  source_slug: { type: 'string', description: 'Machine name of the platform.', example: 'trustpilot' },
  object_id: { type: 'integer', description: 'The object.' },
  rating: {
    type: 'number',
    nullable: true,
    description: 'The average that the platform publishes, converted to the scale 1-5.',
    example: 4.3,
  },
  rating_original: {
    type: 'string',
    nullable: true,
    description: 'The average that the platform publishes, on the scale of the platform.',
  },
  review_count: { type: 'integer', nullable: true, description: 'The number of reviews that the platform publishes.' },
  collected_count: { type: 'integer', description: 'The number of collected reviews that the platform still shows.' },
  as_of: {
    type: 'date-time',
    nullable: true,
    description: 'When these figures were last read from the platform; null: never.',
  },
}) {}

@ApiSchema({ description: 'The figures that platforms publish for the links of an object.' })
export class LinkRatings extends Shape({
  data: { type: () => LinkRating, list: true, description: 'All links, ordered by object and link.' },
}) {}

export function presentSummary(summary: Summary): AnalyticsSummary {
  return {
    meta: presentMeta(summary.applied),
    summary: {
      ...presentTotals(summary),
      reply: { ...presentReplies(summary), median_hours: summary.medianReplyHours },
    },
    by_source: summary.bySource.map(presentSourceSummary),
    ...presentAccess(summary.access),
  };
}

export function presentMeta(applied: Applied): SummaryMeta {
  const { objectId, folderId } = addressedIds(applied);
  return {
    object_id: objectId,
    folder_id: folderId,
    object_ids: applied.objectIds,
    ...presentApplied(applied),
  };
}

export function presentLanguages({ applied, languages, access }: ByLanguage): AnalyticsByLanguage {
  return {
    meta: presentMeta(applied),
    data: languages.map(({ language, figures }) => ({
      language,
      review_count: figures.reviewCount,
      avg_rating: figures.averageRating,
      total_with_reply: figures.withReply,
      rating_distribution: ratingCounts(figures.byRating),
    })),
    ...presentAccess(access),
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
