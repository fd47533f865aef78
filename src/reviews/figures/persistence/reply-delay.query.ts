import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { linkCondition, objectCondition, visibleRows } from '../../persistence/review-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import type { CountedRange, CountedScope } from '../domain/counted';
import { readCovered } from './covered-reading';
import { choiceOfRows, hasReplyAndIsLive, trialConditions, unindexedDates } from './counted-rows.sql';

/** How many replies are read at most, apart from one further reply per object. */
export const REPLY_SAMPLE = 1_000;

interface MedianRow {
  readonly seconds: number | null;
}

/**
 * The median time between a review and its reply. All replies of an account of a million reviews take 320 ms; the sample takes 1 ms for
 * one object and 6 ms for 500 objects. If more replies are counted than `REPLY_SAMPLE`, the newest ones of each object are read, in proportion to its
 * number of reviews.
 */
@Injectable()
export class ReplyDelayQuery {
  constructor(private readonly database: Database) {}

  /**
   * Returns seconds; null if no counted review has both dates. `replies` is the number of counted reviews with a reply. A reply that
   * is dated up to a day before its review counts as 0, because the two dates may be of different time zones; an earlier one belongs
   * to a review that was edited, and is not counted.
   */
  async medianSeconds(scope: CountedScope, range: CountedRange, replies: number): Promise<number | null> {
    if (replies === 0 || range.from > range.to) return null;
    if (scope.visiblePerLink !== null) return this.ofTrial(scope, scope.visiblePerLink, range);
    const values = new SqlValues();
    const rows = `${objectsWithShares(scope, replies, values)} cross join lateral (${newestReplies(scope, range, values)}) r`;
    return secondsOf(await readCovered<MedianRow>(this.database, scope.coverage, `${MEDIAN} from ${rows}`, values));
  }

  private async ofTrial(scope: CountedScope, perLink: number, range: CountedRange): Promise<number | null> {
    const values = new SqlValues();
    const visible = visibleRows(scope.coverage, perLink, values);
    const text = `${MEDIAN} from (${visible}) r where ${hasDelay} and ${trialConditions(scope, range, values)}`;
    return secondsOf(await this.database.query<MedianRow>(text, values.all));
  }
}

const MEDIAN = `select percentile_cont(0.5) within group (
    order by greatest(extract(epoch from r.reply_date - r.review_date), 0)::float8
  ) as seconds`;

const hasDelay = `${hasReplyAndIsLive} and r.reply_date >= r.review_date - interval '1 day'`;

const secondsOf = ([row]: readonly MedianRow[]): number | null => row?.seconds ?? null;

/** Selects `o`: the objects, and how many replies of each are read at most. */
function objectsWithShares({ coverage }: CountedScope, replies: number, values: SqlValues): string {
  const sample = values.add(REPLY_SAMPLE, 'bigint');
  if (coverage.objectIds.length === 1)
    return `(select ${values.add(coverage.objectIds[0], 'bigint')} as id, ${sample} as most) o`;
  if (replies <= REPLY_SAMPLE)
    return `(select id, ${sample} as most from unnest(${values.add(coverage.objectIds, 'bigint[]')}) u (id)) o`;
  const account = values.add(coverage.accountId, 'bigint');
  return `(
      select t.object_id as id, ceil(${sample} * sum(t.n) / greatest(sum(sum(t.n)) over (), 1))::bigint as most
      from link_total t
      where t.account_id = ${account} and ${objectCondition(coverage, values, 't')}${linkCondition(coverage, values, 't')}
      group by t.object_id
    ) o`;
}

/**
 * The newest replies of the object `o`, at most `o.most`, from the index of replies. No reply before the first day of the range, less
 * the day that `hasDelay` allows, is read. `offset 0` keeps the filters out of the inner select: the planner underestimates how many
 * rows pass them, and would read all reviews and sort them.
 */
function newestReplies({ coverage, ...chosen }: CountedScope, range: CountedRange, values: SqlValues): string {
  const account = values.add(coverage.accountId, 'bigint');
  const since = range.undated ? 'is not null' : `>= ${values.add(range.from, 'timestamp')} - interval '1 day'`;
  return `select r.reply_date, r.review_date from (
      select r.reply_date, r.review_date, r.flags, r.rating, r.link_id, r.import_id, r.language from review r
      where r.account_id = ${account} and r.object_id = o.id and r.reply_date ${since}
      order by r.reply_date desc nulls last, r.id desc offset 0
    ) r
    where ${hasDelay} and ${unindexedDates(range, values)}${choiceOfRows(chosen, values)}${linkCondition(coverage, values)}
    limit o.most`;
}
