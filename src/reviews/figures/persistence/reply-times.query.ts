import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Coverage } from '../../domain/coverage';
import { REVIEW_FLAGS } from '../../domain/review-flags';
import type { DateRange } from '../../domain/whole-months';
import { linkCondition, ofCoverage, visibleRows } from '../../persistence/review-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import type { CountedRange, CountedScope } from '../domain/counted';
import { readableMonths, type AnsweredMonth } from '../domain/readable-months';
import { readCovered } from './covered-reading';
import { choiceOfRows, datedBetween } from './counted-rows.sql';

/** The times from counted reviews to their replies. */
export interface ReplyTimes {
  /** Replies with a date, of reviews with a date, that are dated after their review, or up to a day before it. */
  readonly timed: number;
  /** Replies that are dated more than a day before their review. */
  readonly early: number;
  /** Seconds, of times that are rounded to tenths of hours; null without timed replies. */
  readonly median: number | null;
  readonly p90: number | null;
}

interface TimesRow {
  /** Null for all together. */
  readonly key: number | null;
  readonly timed: number;
  readonly early: number;
  /** In tenths of hours, those on both sides of each place; null without timed replies. */
  readonly median: readonly [number, number] | null;
  readonly p90: readonly [number, number] | null;
}

export const NO_REPLY_TIMES: ReplyTimes = { timed: 0, early: 0, median: null, p90: null };

/**
 * The times to the replies, from the counted reviews with a dated reply. The index `review_timed` has these alone, by `review_date`, with every column
 * that is read; ADR 42 has the figures.
 */
@Injectable()
export class ReplyTimesQuery {
  constructor(private readonly database: Database) {}

  /**
   * The first day of the reviews whose times `by` can read in time: that of the newest whole months with at most `most` answered reviews,
   * and of the newest month if it has more. Null if all of the range can be read. Filters of single reviews do not count, because `by` reads
   * before it filters. A trial's cut is always read.
   */
  async readableFrom(
    { coverage, visiblePerLink }: CountedScope,
    range: CountedRange,
    most: number,
  ): Promise<string | null> {
    if (range.from > range.to || visiblePerLink !== null) return null;
    const values = new SqlValues();
    const ofCounters = (row: string): string => ofCoverage(row, coverage, values);
    const answered = `(s.flags & ${REVIEW_FLAGS.reply | REVIEW_FLAGS.deleted}) = ${REVIEW_FLAGS.reply}`;
    const [first, last] = [values.add(`${range.from.slice(0, 7)}-01`, 'timestamp'), values.add(range.to, 'timestamp')];
    // The counters by month are read only if the few by flags show that there are more.
    const text = `select m.month::text as month, sum(m.n_reply)::bigint as answered from link_month m
      where ${ofCounters('m')} and m.month between ${first} and ${last}
        and (select sum(s.n) from link_stat s where ${ofCounters('s')} and ${answered}) > ${values.add(most, 'bigint')}
      group by m.month having sum(m.n_reply) > 0 order by m.month desc`;
    return readableMonths(await readCovered<AnsweredMonth>(this.database, coverage, text, values), range, most);
  }

  /**
   * The times of all counted reviews (`null`), and of those of each source or object; none for a group without dated replies. A reply
   * that is dated up to a day before its review counts as 0, because the two dates may be of different time zones.
   */
  async by(
    key: 'source' | 'object',
    scope: CountedScope,
    range: DateRange,
  ): Promise<ReadonlyMap<number | null, ReplyTimes>> {
    if (range.from > range.to) return new Map();
    const values = new SqlValues();
    const { coverage, visiblePerLink } = scope;
    const dates = datedBetween(range, values);
    const rows =
      visiblePerLink === null
        ? datedReplies(coverage, dates, values)
        : `(select r.* from (${visibleRows(coverage, visiblePerLink, values)}) r where ${HAS_TIME} and ${dates}) r`;
    const column = { source: 'r.source_id', object: 'r.object_id' }[key];
    const tally = `select ${column} as key, ${TENTHS} as tenths, count(*) as n from ${rows} where true${choiceOfRows(scope, values)}
      group by 1, 2`;
    const found = await readCovered<TimesRow>(this.database, coverage, timesOfTally(tally), values);
    return new Map(found.map((row) => [row.key, timesOf(row)]));
  }
}

/** The condition of the index `review_timed`. */
const HAS_TIME =
  'r.reply_text is not null and r.reply_date is not null and r.review_date is not null and r.deleted_at is null';

/**
 * The rows `r` with a dated reply of all objects, in the order of their index: without the order, a plan from when the statistics had no
 * reviews reads them by another index. `offset 0` keeps the filters out, for the reason given at `newestReplies` (`reply-delay.query.ts`).
 */
function datedReplies(coverage: Coverage, dates: string, values: SqlValues): string {
  const [account, objects] = [values.add(coverage.accountId, 'bigint'), values.add(coverage.objectIds, 'bigint[]')];
  return `unnest(${objects}) o (id) cross join lateral (
      select r.reply_date, r.review_date, r.rating, r.source_id, r.object_id, r.import_id, r.language
      from review r where r.account_id = ${account} and r.object_id = o.id and ${HAS_TIME} and ${dates}${linkCondition(coverage, values)}
      order by r.review_date offset 0
    ) r`;
}

/**
 * The time to the reply, rounded to tenths of hours, half up; null for an early reply. Counting equal tenths takes a fifth of the time of sorting
 * all times.
 */
const TENTHS = `case when r.reply_date >= r.review_date - interval '1 day'
  then greatest(floor(date_part('epoch', r.reply_date - r.review_date) / 360 + 0.5), 0)::int end`;

/** The tenths on both sides of the place of a share among the timed replies. `upto`: how many replies took at most `tenths`. */
const around = (share: number): string =>
  `array[min(tenths) filter (where upto > (timed - 1) * ${share} / 10), min(tenths) filter (where upto > ((timed - 1) * ${share} + 9) / 10)]`;

/** Selects the times by key, and of all keys together, from how often each of the tenths is found. */
const timesOfTally = (tally: string): string => `
  with tally as (${tally}),
    summed as (select key, tenths, sum(n)::bigint as n from tally group by grouping sets ((key, tenths), (tenths))),
    placed as (
      select key, tenths, n, sum(n) filter (where tenths is not null) over by_key::bigint as timed, sum(n) over (by_key order by tenths)::bigint as upto
      from summed window by_key as (partition by key)
    )
  select key, coalesce(max(timed), 0) as timed, coalesce(sum(n) filter (where tenths is null), 0)::bigint as early,
    ${around(MEDIAN)} as median, ${around(P90)} as p90
  from placed group by key`;

/** Shares in tenths. */
const MEDIAN = 5;
const P90 = 9;
const SECONDS = 360;

const timesOf = ({ timed, early, median, p90 }: TimesRow): ReplyTimes => ({
  timed,
  early,
  median: secondsAt(MEDIAN, timed, median),
  p90: secondsAt(P90, timed, p90),
});

/** Interpolated between the two sides. */
function secondsAt(share: number, timed: number, sides: TimesRow['median']): number | null {
  if (timed === 0 || sides === null) return null;
  const [low, high] = sides;
  return (low + ((high - low) * (((timed - 1) * share) % 10)) / 10) * SECONDS;
}
