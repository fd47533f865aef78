import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Coverage } from '../domain/coverage';
import type { FeedCounts } from '../domain/feed-order';
import { isCountedByRollup, type FeedFilter, type FeedSort } from '../domain/feed-filter';
import { REVIEW_FLAGS } from '../domain/review-flags';
import { coveredRows, filterConditions, flagsMatch, linkCondition, objectCondition, rowFlags } from './review-rows.sql';
import { SqlValues } from './sql-values';
import { statementName } from './statement-name';

/** The rows that are counted: the ordinary rows of a feed, without the pinned ones where those stand apart. */
export interface CountedRows {
  readonly coverage: Coverage;
  readonly filter: FeedFilter;
  readonly visiblePerLink: number | null;
}

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

  /** The total, and the counts by the key that the sort's stretches need. */
  async count(rows: CountedRows, sort: FeedSort): Promise<FeedCounts> {
    const counted = isFromRollup(rows) ? await this.fromRollup(rows, sort) : await this.fromRows(rows, sort);
    const total = counted.reduce((sum, row) => sum + row.n, 0);
    return {
      total,
      byRating: sort === 'rating' ? new Map(counted.map((row) => [row.key, row.n])) : null,
      replied: sort === 'reply_date' ? (counted.find((row) => row.key === REVIEW_FLAGS.reply)?.n ?? 0) : null,
      matches: keptMatches(rows, counted),
    };
  }

  private fromRollup(rows: CountedRows, sort: FeedSort): Promise<CountRow[]> {
    const values = new SqlValues();
    const account = values.add(rows.coverage.accountId, 'bigint');
    const key = { date: '0', rating: 's.rating', reply_date: `s.flags & ${REVIEW_FLAGS.reply}` }[sort];
    const flags = flagsMatch('s', rowFlags(rows.coverage, rows.filter, 'ordinary'), values);
    const text = `select ${key} as key, sum(s.n)::bigint as n from link_stat s
      where s.account_id = ${account} and ${objectCondition(rows.coverage, values, 's')}${linkCondition(rows.coverage, values, 's')}
      ${flags === '' ? '' : `and ${flags}`}${rollupRating('s.rating', rows.filter, values)}
      group by 1`;
    return this.database.prepared<CountRow>({ name: statementName(text), text, values: values.all });
  }

  /** Not prepared: the best index depends on the values, and counting rows is dearer than planning. */
  private fromRows(rows: CountedRows, sort: FeedSort): Promise<CountRow[]> {
    const values = new SqlValues();
    const key = { date: '0', rating: 'coalesce(r.rating, 0)', reply_date: `r.flags & ${REVIEW_FLAGS.reply}` }[sort];
    const flags = rowFlags(rows.coverage, rows.filter, 'ordinary');
    const from = coveredRows(rows.coverage, rows.visiblePerLink, values);
    const conditions = filterConditions(rows.filter, flags, 'finding', values);
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

/** A trial's cut depends on dates, which the counters do not know. */
export function isFromRollup(rows: CountedRows): boolean {
  return rows.visiblePerLink === null && isCountedByRollup(rows.filter);
}

/** The rating filter on a counter's key, where 0 is unrated; empty where every rating will do. */
export function rollupRating(key: string, filter: FeedFilter, values: SqlValues): string {
  if (filter.rating === null) return '';
  const lowest = filter.rating.unrated ? 0 : filter.rating.lowest;
  return ` and ${key} between ${values.add(lowest, 'smallint')} and ${values.add(filter.rating.highest, 'smallint')}`;
}
