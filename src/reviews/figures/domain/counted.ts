/** What is counted, and how counts are returned. */
import type { RatingBucket } from '@libs/kernel';
import type { Coverage } from '../../domain/coverage';
import type { RatingRange } from '../../domain/feed-filter';
import type { DateRange } from '../../domain/whole-months';

/** Which reviews are counted, without regard to their dates. Deleted reviews never are; hidden ones always are (contract §4.7). */
export interface CountedScope {
  readonly coverage: Coverage;
  /** How many reviews of each link a trial sees; null: all. */
  readonly visiblePerLink: number | null;
  readonly rating: RatingRange;
}

/** Inclusive calendar dates of `review_date`. A range whose `from` is after its `to` is empty. */
export interface CountedRange extends DateRange {
  /** Reviews without a date are counted too. */
  readonly undated: boolean;
}

export type Granularity = 'day' | 'week' | 'month';

/** The counts of one source, one period and one bucket of ratings. */
export interface CountCell {
  readonly sourceId: number;
  /** First day of the period; null where periods are not distinguished. */
  readonly start: string | null;
  readonly bucket: RatingBucket;
  readonly n: number;
  readonly withText: number;
  readonly withImages: number;
  readonly withReply: number;
  /** Sum of the ratings in hundredths. */
  readonly ratingSum: number;
}
