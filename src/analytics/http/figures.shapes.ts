/** Parts of responses that v2 and v3 have in common (contract §4.7, §4.8). */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTime } from '@libs/kernel';
import type { Applied, Series, SourceFigures, Summary, Timeseries } from '../analytics.service';
import type { TrialAccess } from '../counted-scopes';
import type { Distribution } from '../domain/figures';

/** Filters as applied, with defaults. Each version adds the addressed ids under its own names. */
export abstract class MetaFields extends Shape({
  published_from: { type: 'date', description: 'First publication date that is counted.' },
  published_to: { type: 'date', description: 'Last publication date that is counted.' },
  source_ids: { type: 'integer', list: true, description: 'Platforms of the request; empty is all.' },
  generated_at: { type: 'date-time', description: 'When the figures were computed.' },
}) {}

/** Counts of the buckets of contract §6.3: `5` is exactly 5.0, `4` is 4.0 to 4.99, …, `1` is below 2.0. */
@ApiSchema({ description: 'Counts by rating.' })
export class RatingCounts extends Shape({
  '1': { type: 'integer', description: 'Below 2.0.' },
  '2': { type: 'integer', description: '2.0 to 2.99.' },
  '3': { type: 'integer', description: '3.0 to 3.99.' },
  '4': { type: 'integer', description: '4.0 to 4.99.' },
  '5': { type: 'integer', description: 'Exactly 5.0.' },
}) {}

/** Figures about the replies of the organization. Each version has its own class, because v3 has a further field. */
export abstract class ReplyCounts extends Shape({
  total_with_reply: { type: 'integer', description: 'Reviews with a reply.' },
  unanswered_negative: { type: 'integer', description: 'Reviews of the buckets 1 and 2 without a reply.' },
  reply_by_rating: { type: () => RatingCounts, description: 'Replies by the rating of the review.' },
  last_reply_date: {
    type: 'date',
    nullable: true,
    description: 'Date of the newest reply to a counted review, in UTC.',
  },
}) {}

/** Figures of all reviews that match the filters. Each version adds `reply`. */
export abstract class ReviewCounts extends Shape({
  total_reviews: { type: 'integer', description: 'Number of reviews, including hidden and excluding deleted ones.' },
  avg_rating: {
    type: 'number',
    nullable: true,
    description: 'Mean of the ratings, 1-5, rounded half up to two decimals.',
  },
  reviews_with_text: { type: 'integer', description: 'Reviews with text.' },
  reviews_with_images: { type: 'integer', description: 'Reviews with images.' },
  rating_distribution: { type: () => RatingCounts, description: 'Rated reviews by rating.' },
}) {}

@ApiSchema({ description: 'Figures of one platform.' })
export class SourceSummary extends Shape({
  source_id: { type: 'integer', description: 'The platform.' },
  source_name: { type: 'string', description: 'Machine name of the platform.', example: 'trustpilot' },
  review_count: { type: 'integer', description: 'Number of reviews.' },
  avg_rating: {
    type: 'number',
    nullable: true,
    description: 'Mean of the ratings, 1-5, rounded half up to two decimals.',
  },
  total_with_reply: { type: 'integer', description: 'Reviews with a reply.' },
  reviews_with_text: { type: 'integer', description: 'Reviews with text.' },
  reviews_with_images: { type: 'integer', description: 'Reviews with images.' },
  rating_distribution: { type: () => RatingCounts, description: 'Rated reviews by rating.' },
  reply_distribution: { type: () => RatingCounts, description: 'Replies by the rating of the review.' },
  latest_review_date: { type: 'date', nullable: true, description: 'Date of the newest dated review.' },
}) {}

@ApiSchema({ description: 'The reviews that are not counted for a trial.' })
export class TrialAccessFigures extends Shape({
  reason: { type: 'string', values: ['trial'], description: 'Why reviews are omitted.' },
  limit_per_link: { type: 'integer', description: 'Number of latest reviews of each link that are counted.' },
  hidden_total: {
    type: 'integer',
    description: 'Number of collected reviews that are omitted, regardless of the filters.',
  },
  message: { type: 'string', description: 'The same information as readable text.' },
}) {}

@ApiSchema({ description: 'Figures of one period.' })
export class TimeseriesPoint extends Shape({
  period: { type: 'string', description: '`2026-11-20`, `2026-W47` (ISO week) or `2026-11`.', example: '2026-11' },
  review_count: { type: 'integer', description: 'Number of reviews.' },
  avg_rating: { type: 'number', nullable: true, description: 'Mean of the ratings; null if no review is rated.' },
  reviews_with_text: { type: 'integer', description: 'Reviews with text.' },
  reviews_with_images: { type: 'integer', description: 'Reviews with images.' },
  reply_count: { type: 'integer', description: 'Reviews with a reply, by the date of the review.' },
  rating_distribution: { type: () => RatingCounts, description: 'Reviews by rating.' },
  reply_distribution: { type: () => RatingCounts, description: 'Replies by the rating of the review.' },
}) {}

@ApiSchema({ description: 'Figures of one platform over time.' })
export class TimeseriesOfSource extends Shape({
  source_id: { type: 'integer', description: 'The platform; 0 for the sum of all platforms.' },
  source_name: {
    type: 'string',
    description: 'Machine name of the platform; `all` for the sum of all platforms.',
    example: 'all',
  },
  timeseries: {
    type: () => TimeseriesPoint,
    list: true,
    description: 'Every period of the range, in chronological order.',
  },
}) {}

export function presentApplied({ range, sourceIds, generatedAt }: Applied): MetaFields {
  return {
    published_from: range.from,
    published_to: range.to,
    source_ids: sourceIds,
    generated_at: wireTime(generatedAt),
  };
}

/** Ids of the addressed object and folder; null if the query does not address one. */
export function addressedIds({ selection }: Applied): { objectId: number | null; folderId: number | null } {
  return {
    objectId: selection.kind === 'object' ? selection.objectId : null,
    folderId: selection.kind === 'folder' ? selection.folderId : null,
  };
}

export function presentTotals({ total }: Summary): ReviewCounts {
  return {
    total_reviews: total.reviewCount,
    avg_rating: total.averageRating,
    reviews_with_text: total.withText,
    reviews_with_images: total.withImages,
    rating_distribution: ratingCounts(total.byRating),
  };
}

export function presentReplies({ total, lastReplyDate }: Summary): ReplyCounts {
  return {
    total_with_reply: total.withReply,
    unanswered_negative: total.unansweredNegative,
    reply_by_rating: ratingCounts(total.repliesByRating),
    last_reply_date: lastReplyDate,
  };
}

export function presentSourceSummary(source: SourceFigures): SourceSummary {
  const { figures } = source;
  return {
    source_id: source.sourceId,
    source_name: source.sourceName,
    review_count: figures.reviewCount,
    avg_rating: figures.averageRating,
    total_with_reply: figures.withReply,
    reviews_with_text: figures.withText,
    reviews_with_images: figures.withImages,
    rating_distribution: ratingCounts(figures.byRating),
    reply_distribution: ratingCounts(figures.repliesByRating),
    latest_review_date: source.latestReviewDate,
  };
}

/** The field `access`; present only on trial access. */
export function presentAccess(access: TrialAccess | null): { access?: TrialAccessFigures } {
  if (access === null) return {};
  const { limitPerLink, hiddenTotal } = access;
  const message =
    `Trial access: only the latest ${limitPerLink} reviews of each link are counted; ` +
    `${hiddenTotal} more have been collected.`;
  return { access: { reason: 'trial', limit_per_link: limitPerLink, hidden_total: hiddenTotal, message } };
}

export function presentSeries({ series }: Timeseries): readonly TimeseriesOfSource[] {
  return series.map((one) => ({
    source_id: one.sourceId,
    source_name: one.sourceName,
    timeseries: one.points.map(presentPoint),
  }));
}

function presentPoint({ period, figures }: Series['points'][number]): TimeseriesPoint {
  return {
    period,
    review_count: figures.reviewCount,
    avg_rating: figures.averageRating,
    reviews_with_text: figures.withText,
    reviews_with_images: figures.withImages,
    reply_count: figures.withReply,
    rating_distribution: ratingCounts(figures.byRating),
    reply_distribution: ratingCounts(figures.repliesByRating),
  };
}

export function ratingCounts(counts: Distribution): RatingCounts {
  return { '1': counts[1], '2': counts[2], '3': counts[3], '4': counts[4], '5': counts[5] };
}
