import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { RatingBucket } from '@libs/kernel';
import type { Coverage } from '../../domain/coverage';
import type { DateRange } from '../../domain/whole-months';
import { linkCondition, objectCondition } from '../../persistence/review-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import { countPlan, datedParts, type CountPart } from '../domain/count-plan';
import type { CountCell, CountedRange, CountedScope, CountKey, Granularity } from '../domain/counted';
import { readCovered } from './covered-reading';
import { CountedRows } from './counted-rows.sql';

interface CellRow {
  /** A source, an object or a language. */
  readonly key: number | string;
  readonly start: string | null;
  readonly bucket: number;
  readonly n: number;
  readonly n_text: number;
  readonly n_images: number;
  readonly n_reply: number;
  readonly rating_sum: number;
}

/** The cells of a timeseries. */
export interface SeriesCells {
  readonly granularity: Granularity;
  /** True: cells per source. False: one cell for all sources, with source 0. */
  readonly bySource: boolean;
}

/** Counts by source, period and bucket. All counts of one response come from one statement, so they agree with each other. */
@Injectable()
export class ReviewCountQuery {
  constructor(private readonly database: Database) {}

  /** The cells of a summary, without periods. `usual` is a range that contains the dates of nearly all reviews. */
  async ofSummary(scope: CountedScope, range: CountedRange, usual: DateRange): Promise<readonly CountCell[]> {
    const rows = await this.ofWholeRange(scope, range, usual, 'source');
    return rows.map((row) => cellOf(row, row.key as number));
  }

  /** The cells of a summary for each object, with source 0. Objects without counted reviews have no entry. */
  async ofObjects(
    scope: CountedScope,
    range: CountedRange,
    usual: DateRange,
  ): Promise<ReadonlyMap<number, readonly CountCell[]>> {
    return byKey<number>(await this.ofWholeRange(scope, range, usual, 'object'));
  }

  /** The cells of a summary for each language, with source 0. Languages without counted reviews have no entry. */
  async ofLanguages(
    scope: CountedScope,
    range: CountedRange,
    usual: DateRange,
  ): Promise<ReadonlyMap<string, readonly CountCell[]>> {
    return byKey<string>(await this.ofWholeRange(scope, range, usual, 'language'));
  }

  /**
   * The cells of a timeseries. Months are read from the monthly counters. Days and weeks are counted in the index of dates, because
   * there would be nearly as many counters by day as reviews.
   */
  async ofSeries(scope: CountedScope, range: CountedRange, cells: SeriesCells): Promise<readonly CountCell[]> {
    const values = new SqlValues();
    const rows = selectOf(scope, range, seriesParts(range, cells.granularity), 'source', values);
    if (rows === null) return [];
    const text = summed(rows, cells.bySource ? 'c.key' : '0', PERIOD_OF[cells.granularity]);
    const read = await readCovered<CellRow>(this.database, scope.coverage, text, values);
    return read.map((row) => cellOf(row, row.key as number));
  }

  /** The number of reviews outside a trial's cut: those beyond the latest `perLink` of each link. Deleted reviews do not count. */
  async hiddenByTrial(coverage: Coverage, perLink: number): Promise<number> {
    const values = new SqlValues();
    const account = values.add(coverage.accountId, 'bigint');
    const scope = `t.account_id = ${account} and ${objectCondition(coverage, values, 't')}${linkCondition(coverage, values, 't')}`;
    const visible = values.add(perLink, 'bigint');
    const [row] = await this.database.query<{ hidden: number }>(
      `select coalesce(sum(greatest(t.n - ${visible}, 0)), 0)::bigint as hidden from link_total t where ${scope}`,
      values.all,
    );
    return row?.hidden ?? 0;
  }

  private async ofWholeRange(
    scope: CountedScope,
    range: CountedRange,
    usual: DateRange,
    key: CountKey,
  ): Promise<readonly CellRow[]> {
    const values = new SqlValues();
    const rows = selectOf(scope, range, countPlan(range, usual), key, values);
    if (rows === null) return [];
    return readCovered<CellRow>(this.database, scope.coverage, summed(rows, 'c.key', 'null::date'), values);
  }
}

function byKey<Key extends number | string>(rows: readonly CellRow[]): ReadonlyMap<Key, readonly CountCell[]> {
  const cells = new Map<Key, CountCell[]>();
  for (const row of rows) {
    const [key, cell] = [row.key as Key, cellOf(row, 0)];
    const ofKey = cells.get(key);
    if (ofKey) ofKey.push(cell);
    else cells.set(key, [cell]);
  }
  return cells;
}

function seriesParts(range: CountedRange, granularity: Granularity): readonly CountPart[] {
  if (range.from > range.to) return [];
  return granularity === 'month' ? datedParts(range, 1) : [{ from: 'rows', sign: 1, range }];
}

/** Null if there is nothing to count. */
function selectOf(
  scope: CountedScope,
  range: CountedRange,
  parts: readonly CountPart[],
  key: CountKey,
  values: SqlValues,
): string | null {
  const counted = new CountedRows(scope, key, values);
  if (scope.visiblePerLink !== null) return counted.trial(scope.visiblePerLink, range);
  if (parts.length === 0) return null;
  if (scope.provenance === 'imported') return counted.imported(range, 1);
  const rows = parts.map((part) => counted.part(part));
  // The counters have both.
  if (scope.provenance === 'collected') rows.push(counted.imported(range, -1));
  return rows.join(' union all ');
}

/** First day of the period of `c.at`. Weeks are computed from the number of days since 0001-01-01, a Monday. */
const PERIOD_OF: Readonly<Record<Granularity, string>> = {
  day: 'c.at',
  week: `c.at - (c.at - date '0001-01-01') % 7`,
  month: `date_trunc('month', c.at::timestamp)::date`,
};

/** The bucket of a rating is its number of whole hundreds (contract §6.3); 0 is unrated. Dates are converted to text once per cell. */
function summed(rows: string, key: string, period: string): string {
  return `select s.key, s.period::text as start, s.bucket, s.n::bigint, s.n_text::bigint, s.n_images::bigint,
      s.n_reply::bigint, s.rating_sum::bigint
    from (
      select ${key} as key, ${period} as period, c.rating / 100 as bucket, sum(c.n) as n, sum(c.n_text) as n_text,
        sum(c.n_images) as n_images, sum(c.n_reply) as n_reply, sum(c.n * c.rating) as rating_sum
      from (${rows}) c group by 1, 2, 3
    ) s where s.n <> 0`;
}

function cellOf(row: CellRow, sourceId: number): CountCell {
  return {
    sourceId,
    start: row.start,
    bucket: row.bucket as RatingBucket,
    n: row.n,
    withText: row.n_text,
    withImages: row.n_images,
    withReply: row.n_reply,
    ratingSum: row.rating_sum,
  };
}
