/** SQL that reads the counters of a feed's reviews. */
import type { FeedFilter } from '../../domain/feed-filter';
import { REVIEW_FLAGS, type FlagCondition } from '../../domain/review-flags';
import { coveredRows, languageFilter, ofCoverage } from '../../persistence/review-rows.sql';
import type { SqlValues } from '../../persistence/sql-values';
import { totalCounter } from '../../domain/review-counters';
import { monthCounting, type FeedScope } from '../domain/feed-strategy';
import { flagsMatch } from './feed-conditions.sql';

const { deleted, hidden } = REVIEW_FLAGS;

/** The filters on the keys of a counter: on its rating, in which 0 is unrated, and on its language; empty if every key passes. */
export function keyConditions(row: string, filter: FeedFilter, values: SqlValues): string {
  return `${ratingCondition(`${row}.rating`, filter, values)}${languageFilter(`${row}.language`, filter.languages, values)}`;
}

function ratingCondition(key: string, { rating }: FeedFilter, values: SqlValues): string {
  if (rating === null) return '';
  const lowest = rating.unrated ? 0 : rating.lowest;
  return ` and ${key} between ${values.add(lowest, 'smallint')} and ${values.add(rating.highest, 'smallint')}`;
}

/** Returns a select of the number of reviews with these flags. `scope` is the condition on the rows of a counter. */
export function totalOf(flags: FlagCondition, scope: (row: string) => string, values: SqlValues): string {
  const counter = totalCounter(flags);
  if (counter !== null) return `select sum(t.${counter})::bigint from link_total t where ${scope('t')}`;
  return `select sum(s.n)::bigint from link_stat s where ${scope('s')} and ${flagsMatch('s', flags, values)}`;
}

/** Returns a select of the months with dated rows and their counts (`month`, `n`). `condition` restricts `m.month`; empty: all months. */
export function monthRows(scope: FeedScope, condition: string, values: SqlValues): string {
  const { coverage, filter } = scope;
  const counting = monthCounting(scope);
  if (counting === null) throw new Error('no counter by month counts this filter');
  const countedMonths = `select m.month, m.${counting.counter} as n from link_month m
    where ${ofCoverage('m', coverage, values)} and m.month > '-infinity'${keyConditions('m', filter, values)}`;
  const pinnedReviews = counting.addsPinned ? ` union all ${pinnedMonths(scope, values)}` : '';
  return `select m.month, sum(m.n) as n from (${countedMonths}${pinnedReviews}) m where true${condition} group by m.month having sum(m.n) > 0`;
}

function pinnedMonths({ coverage, filter }: FeedScope, values: SqlValues): string {
  return `select date_trunc('month', r.review_date)::date, 1 ${coveredRows(coverage, null, values)}
    and r.pin_position is not null and r.review_date is not null and r.flags & ${deleted | hidden} = 0
      ${ratingCondition('coalesce(r.rating, 0)', filter, values)}${languageFilter('r.language', filter.languages, values)}`;
}
