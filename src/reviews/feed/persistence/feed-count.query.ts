import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { FeedCounts } from '../domain/feed-order';
import type { FeedSort } from '../../domain/feed-filter';
import { REVIEW_FLAGS, type FlagCondition } from '../../domain/review-flags';
import { wholeMonths, type WholeMonths } from '../../domain/whole-months';
import {
  coveredRows,
  filterConditions,
  flagsMatch,
  linkCondition,
  objectCondition,
  rowFlags,
} from '../../persistence/review-rows.sql';
import {
  isCountedByMonth,
  isFromRollup,
  monthRows,
  rollupRating,
  totalCounter,
  type CountedRows,
} from '../../persistence/rollup-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import { statementName } from '../../persistence/statement-name';

interface CountRow {
  readonly key: number;
  readonly n: number;
  readonly ids?: readonly string[] | null;
}

/** So many matches of a search are kept while they are counted, so that no text is read twice. */
const KEPT_MATCHES = 2_000;

/**
 * Exact counts of what a filter lets through. Without dates, cursor time and search they come from the counters that
 * every write keeps in its own transaction, so they cost the same for ten reviews and for a million; otherwise rows are
 * counted in an index.
 */
@Injectable()
export class FeedCountQuery {
  constructor(private readonly database: Database) {}

  /** The total, and the counts by the key that the sort's segments need. */
  async count(rows: CountedRows, sort: FeedSort): Promise<FeedCounts> {
    const counted = await this.countedRows(rows, sort);
    const total = counted.reduce((sum, row) => sum + row.n, 0);
    return {
      total,
      byRating: sort === 'rating' ? new Map(counted.map((row) => [row.key, row.n])) : null,
      replied: sort === 'reply_date' ? (counted.find((row) => row.key === REVIEW_FLAGS.reply)?.n ?? 0) : null,
      matches: keptMatches(rows, counted),
    };
  }

  private countedRows(rows: CountedRows, sort: FeedSort): Promise<readonly CountRow[]> {
    if (isFromRollup(rows)) return this.fromRollup(rows, sort);
    const { published } = rows.filter;
    const months = published !== null && sort === 'date' && isCountedByMonth(rows) ? wholeMonths(published) : null;
    return months === null ? this.fromRows(rows, sort) : this.fromMonths(rows, months);
  }

  private fromRollup(rows: CountedRows, sort: FeedSort): Promise<CountRow[]> {
    const flags = rowFlags(rows.coverage, rows.filter, 'ordinary');
    const counter = sort === 'date' && rows.filter.rating === null ? totalCounter(flags) : null;
    return counter === null ? this.fromKinds(rows, flags, sort) : this.fromTotals(rows, counter);
  }

  /** One row of every link, however many reviews and of how many kinds it has. */
  private fromTotals({ coverage }: CountedRows, counter: string): Promise<CountRow[]> {
    const values = new SqlValues();
    const account = values.add(coverage.accountId, 'bigint');
    const text = `select 0 as key, coalesce(sum(t.${counter}), 0)::bigint as n from link_total t
      where t.account_id = ${account} and ${objectCondition(coverage, values, 't')}${linkCondition(coverage, values, 't')}`;
    return this.database.prepared<CountRow>({ name: statementName(text), text, values: values.all });
  }

  private fromKinds(rows: CountedRows, wanted: FlagCondition, sort: FeedSort): Promise<CountRow[]> {
    const values = new SqlValues();
    const account = values.add(rows.coverage.accountId, 'bigint');
    const key = { date: '0', rating: 's.rating', reply_date: `s.flags & ${REVIEW_FLAGS.reply}` }[sort];
    const flags = flagsMatch('s', wanted, values);
    const text = `select ${key} as key, sum(s.n)::bigint as n from link_stat s
      where s.account_id = ${account} and ${objectCondition(rows.coverage, values, 's')}${linkCondition(rows.coverage, values, 's')}
      ${flags === '' ? '' : `and ${flags}`}${rollupRating('s.rating', rows.filter, values)}
      group by 1`;
    return this.database.prepared<CountRow>({ name: statementName(text), text, values: values.all });
  }

  /** Whole months from the counters by month, the edges of the range from the rows. */
  private async fromMonths(rows: CountedRows, { first, behind, edges }: WholeMonths): Promise<readonly CountRow[]> {
    const values = new SqlValues();
    const [from, before] = [values.add(first, 'timestamp'), values.add(behind, 'timestamp')];
    const months = monthRows(rows, ` and m.month >= ${from} and m.month < ${before}`, values);
    const text = `select 0 as key, coalesce(sum(n), 0)::bigint as n from (${months}) m`;
    const inMonths = await this.database.prepared<CountRow>({ name: statementName(text), text, values: values.all });
    const counted: CountRow[] = [...inMonths];
    for (const edge of edges) {
      const inEdge = { ...rows, filter: { ...rows.filter, published: edge } };
      counted.push(...(await this.fromRows(inEdge, 'date')));
    }
    return counted;
  }

  /**
   * Not prepared: the best index depends on the values, and counting rows is dearer than planning. Dates of one object are
   * read in the order of their index, though nobody needs an order: of an account that came after the last `analyze` every
   * index that begins with the object looks as good, and in another one all its reviews would be read for a few days.
   */
  private fromRows(rows: CountedRows, sort: FeedSort): Promise<CountRow[]> {
    const values = new SqlValues();
    const key = { date: '0', rating: 'coalesce(r.rating, 0)', reply_date: `r.flags & ${REVIEW_FLAGS.reply}` }[sort];
    const flags = rowFlags(rows.coverage, rows.filter, 'ordinary');
    const from = coveredRows(rows.coverage, rows.visiblePerLink, values);
    const conditions = filterConditions(rows.filter, flags, 'finding', values);
    const { published, updatedAfter, search } = rows.filter;
    const onlyDates = published !== null && updatedAfter === null && search === null;
    if (onlyDates && rows.visiblePerLink === null && rows.coverage.objectIds.length === 1) {
      const dated = `select r.rating, r.flags ${from}${conditions} order by r.review_date desc nulls last`;
      return this.database.query<CountRow>(
        `select ${key} as key, count(*) as n from (${dated}) r group by 1`,
        values.all,
      );
    }
    const ids = rows.filter.search ? `, case when count(*) <= ${KEPT_MATCHES} then array_agg(r.id) end as ids` : '';
    const text = `select ${key} as key, count(*) as n${ids} ${from}${conditions} group by 1`;
    return this.database.query<CountRow>(text, values.all);
  }
}

function keptMatches(rows: CountedRows, counted: readonly CountRow[]): readonly string[] | null {
  if (!rows.filter.search || counted.some((row) => !row.ids)) return null;
  const ids = counted.flatMap((row) => row.ids ?? []);
  return ids.length > KEPT_MATCHES ? null : ids;
}
