/** Response parts that v2 and v3 have in common (contract §4.7, §4.8). */
import { ApiSchema } from '@nestjs/swagger';
import { Shape, Shown } from '@libs/http';

/** Counts of the buckets of contract §6.3: `5` is exactly 5.0, `4` is 4.0 to 4.99, …, `1` is below 2.0. */
@ApiSchema({ description: 'Counts by rating.' })
export class RatingCounts {
  @Shown({ type: 'integer', description: 'Below 2.0.' })
  readonly '1'!: number;

  @Shown({ type: 'integer', description: '2.0 to 2.99.' })
  readonly '2'!: number;

  @Shown({ type: 'integer', description: '3.0 to 3.99.' })
  readonly '3'!: number;

  @Shown({ type: 'integer', description: '4.0 to 4.99.' })
  readonly '4'!: number;

  @Shown({ type: 'integer', description: 'Exactly 5.0.' })
  readonly '5'!: number;
}

/** Figures about the replies of the organization. Each version has its own class, because v3 has a further field. */
export abstract class ReplyCounts {
  @Shown({ type: 'integer', description: 'Reviews with a reply.' })
  readonly total_with_reply!: number;

  @Shown({ type: 'integer', description: 'Reviews of the buckets 1 and 2 without a reply.' })
  readonly unanswered_negative!: number;

  @Shown({ type: () => RatingCounts, description: 'Replies by the rating of the review.' })
  readonly reply_by_rating!: RatingCounts;

  @Shown({ type: 'date', nullable: true, description: 'Date of the newest reply to a counted review, in UTC.' })
  readonly last_reply_date!: string | null;
}

/** Figures of all reviews that match the filters. Each version adds `reply`. */
export abstract class ReviewCounts {
  @Shown({ type: 'integer', description: 'Number of reviews, including hidden and excluding deleted ones.' })
  readonly total_reviews!: number;

  @Shown({ type: 'number', nullable: true, description: 'Mean of the ratings, 1-5, rounded half up to two decimals.' })
  readonly avg_rating!: number | null;

  @Shown({ type: 'integer', description: 'Reviews with text.' })
  readonly reviews_with_text!: number;

  @Shown({ type: 'integer', description: 'Reviews with images.' })
  readonly reviews_with_images!: number;

  @Shown({ type: () => RatingCounts, description: 'Rated reviews by rating.' })
  readonly rating_distribution!: RatingCounts;
}

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
