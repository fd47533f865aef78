import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Coverage } from '../../domain/coverage';
import { linkCondition, visibleRows } from '../../persistence/review-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import type { CountedRange, CountedScope } from '../domain/counted';
import { readCovered } from './covered-reading';
import { choiceOfRows, hasReplyAndIsLive, inRange, unindexedDates } from './counted-rows.sql';

/** The times from counted reviews to their replies. */
export interface ReplyTimes {
  /** Replies with a date, of reviews with a date, that are dated after their review, or up to a day before it. */
  readonly timed: number;
  /** Replies that are dated more than a day before their review. */
  readonly early: number;
  /** Seconds; null without timed replies. */
  readonly median: number | null;
  readonly p90: number | null;
}

interface TimesRow {
  /** Null for all together. */
  readonly key: number | null;
  readonly timed: number;
  readonly early: number;
  readonly seconds: readonly [number, number] | null;
}

export const NO_REPLY_TIMES: ReplyTimes = { timed: 0, early: 0, median: null, p90: null };

/**
 * The times to the replies, from all counted reviews with a dated reply: they are exact, and the index of replies has every column that is
 * read. An account of a million reviews with 317,000 replies in 501 objects reads 5,400 blocks and takes 1.8 s on two loaded cores, one object with
 * 150,000 replies 1,900 blocks and 0.8 s; most of it sorts.
 */
@Injectable()
export class ReplyTimesQuery {
  constructor(private readonly database: Database) {}

  /**
   * The times of all counted reviews (`null`), and of those of each source or object; none for a group without dated replies. A reply
   * that is dated up to a day before its review counts as 0, because the two dates may be of different time zones.
   */
  async by(
    key: 'source' | 'object',
    scope: CountedScope,
    range: CountedRange,
  ): Promise<ReadonlyMap<number | null, ReplyTimes>> {
    if (range.from > range.to) return new Map();
    const values = new SqlValues();
    const { coverage, visiblePerLink } = scope;
    const rows =
      visiblePerLink === null ? datedReplies(coverage, values) : `(${visibleRows(coverage, visiblePerLink, values)}) r`;
    const column = { source: 'r.source_id', object: 'r.object_id' }[key];
    const dates = inRange(unindexedDates(range, values), range);
    const text = `select ${column} as key, ${TIMES} from ${rows}
      where r.reply_date is not null and ${hasReplyAndIsLive} and ${dates}${choiceOfRows(scope, values)}
      group by grouping sets ((), (${column}))`;
    const found = await readCovered<TimesRow>(this.database, coverage, text, values);
    return new Map(found.map((row) => [row.key, timesOf(row)]));
  }
}

/**
 * The rows `r` with a dated reply of all objects, in the order of their index: without the order, a plan from when the statistics had no
 * reviews reads them by another index. `offset 0` keeps the filters out, for the reason given at `newestReplies` (`reply-delay.query.ts`).
 */
function datedReplies(coverage: Coverage, values: SqlValues): string {
  const [account, objects] = [values.add(coverage.accountId, 'bigint'), values.add(coverage.objectIds, 'bigint[]')];
  return `unnest(${objects}) o (id) cross join lateral (
      select r.reply_date, r.review_date, r.flags, r.rating, r.source_id, r.object_id, r.link_id, r.import_id, r.language
      from review r where r.account_id = ${account} and r.object_id = o.id and r.reply_date is not null${linkCondition(coverage, values)}
      order by r.reply_date desc nulls last, r.id desc offset 0
    ) r`;
}

const DELAY = 'extract(epoch from r.reply_date - r.review_date)::float8';
const IS_EARLY = `r.reply_date < r.review_date - interval '1 day'`;
const IS_TIMED = `r.reply_date >= r.review_date - interval '1 day'`;
const TIMES = `count(*) filter (where ${IS_TIMED}) as timed, count(*) filter (where ${IS_EARLY}) as early,
  percentile_cont(array[0.5, 0.9]) within group (order by greatest(${DELAY}, 0)) filter (where ${IS_TIMED}) as seconds`;

const timesOf = ({ timed, early, seconds }: TimesRow): ReplyTimes => ({
  timed,
  early,
  median: seconds?.[0] ?? null,
  p90: seconds?.[1] ?? null,
});
