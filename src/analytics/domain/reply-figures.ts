import type { ReplyTimes } from '@src/reviews';
import { hoursOf, type Figures } from './figures';

/** How many reviews were answered, and how soon (contract §4.7). */
export interface ReplyTimeFigures {
  readonly reviews: number;
  readonly answered: number;
  /** 0-1, to four decimals; null without reviews. */
  readonly answeredShare: number | null;
  /** The first day of the reviews that the following figures are of; null: all reviews. */
  readonly timesFrom: string | null;
  /** Of the timed replies, to one decimal; null without one. */
  readonly medianHours: number | null;
  readonly p90Hours: number | null;
  readonly timed: number;
  /** Replies that are dated more than a day before their review. */
  readonly early: number;
  /** Replies where the date of the reply or of the review is not known: the others of the answered reviews. */
  readonly undated: number;
}

/** The reviews whose times were read, all of one state of the database. */
export interface TimedReviews {
  readonly from: string | null;
  readonly answered: number;
  readonly times: ReplyTimes;
}

/** The figures of a set of reviews, and of those among them whose times were read. */
export function replyFigures(
  { reviewCount, withReply }: Figures,
  { from, answered, times: { timed, early, median, p90 } }: TimedReviews,
): ReplyTimeFigures {
  return {
    reviews: reviewCount,
    answered: withReply,
    answeredShare: reviewCount === 0 ? null : Math.round((withReply / reviewCount) * 10_000) / 10_000,
    timesFrom: from,
    medianHours: median === null ? null : hoursOf(median),
    p90Hours: p90 === null ? null : hoursOf(p90),
    timed,
    early,
    undated: answered - timed - early,
  };
}
