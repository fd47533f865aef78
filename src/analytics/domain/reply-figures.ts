import type { ReplyTimes } from '@src/reviews';
import { hoursOf, type Figures } from './figures';

/** How many reviews were answered, and how soon (contract §4.7). `answered` is the sum of `timed`, `early` and `undated`. */
export interface ReplyTimeFigures {
  readonly reviews: number;
  readonly answered: number;
  /** 0-1, to four decimals; null without reviews. */
  readonly answeredShare: number | null;
  /** Of the timed replies, to one decimal; null without one. */
  readonly medianHours: number | null;
  readonly p90Hours: number | null;
  readonly timed: number;
  /** Replies that are dated more than a day before their review. */
  readonly early: number;
  /** Replies where the date of the reply or of the review is not known. */
  readonly undated: number;
}

/** The figures of a set of reviews; both arguments are of one state of the database. */
export function replyFigures({ reviewCount, withReply }: Figures, times: ReplyTimes): ReplyTimeFigures {
  return {
    reviews: reviewCount,
    answered: withReply,
    answeredShare: reviewCount === 0 ? null : Math.round((withReply / reviewCount) * 10_000) / 10_000,
    medianHours: times.median === null ? null : hoursOf(times.median),
    p90Hours: times.p90 === null ? null : hoursOf(times.p90),
    timed: times.timed,
    early: times.early,
    undated: withReply - times.timed - times.early,
  };
}
