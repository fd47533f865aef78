import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { FeedCounts } from '../domain/feed-order';
import type { FeedSort } from '../../domain/feed-filter';
import type { TotalCounter } from '../../domain/review-counters';
import { REVIEW_FLAGS } from '../../domain/review-flags';
import type { WholeMonths } from '../../domain/whole-months';
import { ofCoverage } from '../../persistence/review-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import { namedStatement } from '../../persistence/named-statement';
import { ordinaryFlags, countStrategy, type FeedScope } from '../domain/feed-strategy';
import { keyConditions, monthRows } from './counter-rows.sql';
import { flagsMatch, matchingRows } from './feed-conditions.sql';

interface CountRow {
  readonly key: number;
  readonly n: number;
}

/** Exact counts of the reviews that pass a filter, from counters that every write maintains in its own transaction, or from rows. */
@Injectable()
export class FeedCountQuery {
  constructor(private readonly database: Database) {}

  /** The total, and the counts by the key that the segments of the order need. Excludes the pinned rows that are read separately. */
  async count(scope: FeedScope, sort: FeedSort): Promise<FeedCounts> {
    const byKey = new Map<number, number>();
    const add = (sign: 1 | -1, rows: readonly CountRow[]): void => {
      for (const { key, n } of rows) byKey.set(key, (byKey.get(key) ?? 0) + sign * n);
    };
    if (scope.filter.provenance === 'collected' && scope.visiblePerLink === null) {
      // The counters count all reviews, and an index finds the imported ones, which are few. Both are of one state of the database.
      const { all, imported } = await this.database.snapshot(async () => ({
        all: await this.countRows(withProvenance(scope, null), sort),
        imported: await this.countRows(withProvenance(scope, 'imported'), sort),
      }));
      add(1, all);
      add(-1, imported);
    } else add(1, await this.countRows(scope, sort));
    return { total: [...byKey.values()].reduce((sum, n) => sum + n, 0), byKey };
  }

  private countRows(scope: FeedScope, sort: FeedSort): Promise<readonly CountRow[]> {
    const strategy = countStrategy(scope, sort);
    switch (strategy.by) {
      case 'link_totals':
        return this.fromTotals(scope, strategy.counter);
      case 'link_stats':
        return this.fromStats(scope, sort);
      case 'months':
        return this.fromMonths(scope, strategy.months);
      case 'rows':
        return this.fromRows(scope, sort);
    }
  }

  /** Reads one row per link, regardless of the number of its reviews. */
  private fromTotals({ coverage }: FeedScope, counter: TotalCounter): Promise<CountRow[]> {
    const values = new SqlValues();
    const covered = ofCoverage('t', coverage, values);
    return this.prepared(
      `select 0 as key, coalesce(sum(t.${counter}), 0)::bigint as n from link_total t where ${covered}`,
      values,
    );
  }

  private fromStats(scope: FeedScope, sort: FeedSort): Promise<CountRow[]> {
    const values = new SqlValues();
    const key = { date: '0', rating: 's.rating', reply_date: `s.flags & ${REVIEW_FLAGS.reply}` }[sort];
    const covered = ofCoverage('s', scope.coverage, values);
    const flags = flagsMatch('s', ordinaryFlags(scope), values);
    const keys = keyConditions('s', scope.filter, values);
    const where = `${covered}${flags === '' ? '' : ` and ${flags}`}${keys}`;
    return this.prepared(
      `select ${key} as key, sum(s.n)::bigint as n from link_stat s where ${where} group by 1`,
      values,
    );
  }

  /** Counts whole months from the monthly counters, and the days at both ends of the range from rows. */
  private async fromMonths(scope: FeedScope, { first, end, edges }: WholeMonths): Promise<readonly CountRow[]> {
    const values = new SqlValues();
    const [from, before] = [values.add(first, 'timestamp'), values.add(end, 'timestamp')];
    const months = monthRows(scope, ` and m.month >= ${from} and m.month < ${before}`, values);
    const inMonths = this.prepared(`select 0 as key, coalesce(sum(n), 0)::bigint as n from (${months}) m`, values);
    const rows: CountRow[] = [...(await inMonths)];
    for (const edge of edges) {
      const edgeScope = { ...scope, filter: { ...scope.filter, published: edge } };
      rows.push(...(await this.fromRows(edgeScope, 'date')));
    }
    return rows;
  }

  private prepared(text: string, values: SqlValues): Promise<CountRow[]> {
    return this.database.prepared<CountRow>(namedStatement(text, values));
  }

  /** Not prepared: the best index depends on the values, and counting rows costs more than planning. */
  private async fromRows(scope: FeedScope, sort: FeedSort): Promise<CountRow[]> {
    const values = new SqlValues();
    const { coverage, filter, visiblePerLink } = scope;
    const key = { date: '0', rating: 'coalesce(r.rating, 0)', reply_date: `r.flags & ${REVIEW_FLAGS.reply}` }[sort];
    const rows = matchingRows(scope, values);
    const isByDate = filter.published !== null && filter.updatedAfter === null && filter.search === null;
    if (isByDate && visiblePerLink === null && coverage.objectIds.length === 1) {
      // The order makes the planner choose the index of dates. Without it, in an account that the statistics do not contain, a range
      // of a few days read all 5,000 reviews in another index: 254 blocks instead of 3.
      const dated = `select r.rating, r.flags ${rows} order by r.review_date desc nulls last`;
      return this.database.queryInIndexOrder<CountRow>(
        `select ${key} as key, count(*) as n from (${dated}) r group by 1`,
        values.all,
      );
    }
    return this.database.query<CountRow>(`select ${key} as key, count(*) as n ${rows} group by 1`, values.all);
  }
}

const withProvenance = (scope: FeedScope, provenance: FeedScope['filter']['provenance']): FeedScope => ({
  ...scope,
  filter: { ...scope.filter, provenance },
});
