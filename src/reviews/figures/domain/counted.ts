/** The types of a count: which reviews are counted, and the result. */
import type { RatingBucket } from '@libs/kernel';
import type { Coverage } from '../../domain/coverage';
import type { Provenance, RatingRange } from '../../domain/feed-filter';
import type { DateRange } from '../../domain/whole-months';

/** The counted reviews of any date. Deleted reviews are excluded; hidden ones are included (contract §4.7). */
export interface CountedScope {
  readonly coverage: Coverage;
  /** The number of reviews per link inside the trial's cut; null: no cut. */
  readonly visiblePerLink: number | null;
  readonly rating: RatingRange;
  /** Absent: all. */
  readonly provenance?: Provenance | undefined;
  /** One or more primary subtags; null or absent: all. */
  readonly languages?: readonly string[] | null;
}

/** Inclusive calendar dates of `review_date`. A range whose `from` is after its `to` is empty. */
export interface CountedRange extends DateRange {
  /** True if reviews without a date are counted too. */
  readonly undated: boolean;
}

export type Granularity = 'day' | 'week' | 'month';

/** What reviews are counted by, besides ratings and periods. */
export type CountKey = 'source' | 'object' | 'language';

/** The counts of one source, one period and one bucket of ratings. */
export interface CountCell {
  readonly sourceId: number;
  /** First day of the period; null if periods are not distinguished. */
  readonly start: string | null;
  readonly bucket: RatingBucket;
  readonly n: number;
  readonly withText: number;
  readonly withImages: number;
  readonly withReply: number;
  /** Sum of the ratings in hundredths. */
  readonly ratingSum: number;
}
