import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { RatingBucket } from '@libs/kernel';
import type { Coverage } from '../../domain/coverage';
import type { DateRange } from '../../domain/whole-months';
import { linkCondition, objectCondition } from '../../persistence/review-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import { countPlan, datedParts, type CountPart } from '../domain/count-plan';
import type { CountCell, CountedRange, CountedScope, Granularity } from '../domain/counted';
import { readCovered } from './covered-reading';
import { importedRows, partRows, trialRows } from './counted-rows.sql';

interface CellRow {
  /** A source or an object. */
  readonly id: number;
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
    const values = new SqlValues();
    const rows = selectOf(scope, range, countPlan(range, usual), values);
    if (rows === null) return [];
    return this.read(summed(rows, 'c.source_id', 'null::date'), scope, values);
  }

  /** The cells of a summary for each object, with source 0. Objects without counted reviews have no entry. */
  async ofObjects(
    scope: CountedScope,
    range: CountedRange,
    usual: DateRange,
  ): Promise<ReadonlyMap<number, readonly CountCell[]>> {
    const values = new SqlValues();
    const rows = selectOf(scope, range, countPlan(range, usual), values);
    if (rows === null) return new Map();
    const text = summed(rows, 'c.object_id', 'null::date');
    const cells = new Map<number, CountCell[]>();
    for (const row of await readCovered<CellRow>(this.database, scope.coverage, text, values)) {
      const ofObject = cells.get(row.id);
      const cell = { ...cellOf(row), sourceId: 0 };
      if (ofObject) ofObject.push(cell);
      else cells.set(row.id, [cell]);
    }
    return cells;
  }

  /**
   * The cells of a timeseries. Months are read from the monthly counters. Days and weeks are counted in the index of dates, because
   * there would be nearly as many counters by day as reviews.
   */
  async ofSeries(scope: CountedScope, range: CountedRange, cells: SeriesCells): Promise<readonly CountCell[]> {
    const values = new SqlValues();
    const rows = selectOf(scope, range, seriesParts(range, cells.granularity), values);
    if (rows === null) return [];
    const source = cells.bySource ? 'c.source_id' : '0';
    return this.read(summed(rows, source, PERIOD_OF[cells.granularity]), scope, values);
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

  private async read(text: string, { coverage }: CountedScope, values: SqlValues): Promise<readonly CountCell[]> {
    return (await readCovered<CellRow>(this.database, coverage, text, values)).map(cellOf);
  }
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
  values: SqlValues,
): string | null {
  if (scope.visiblePerLink !== null) return trialRows(scope, scope.visiblePerLink, range, values);
  if (parts.length === 0) return null;
  if (scope.provenance === 'imported') return importedRows(scope, range, 1, values);
  const rows = parts.map((part) => partRows(part, scope, values));
  // The counters have both.
  if (scope.provenance === 'collected') rows.push(importedRows(scope, range, -1, values));
  return rows.join(' union all ');
}

/** First day of the period of `c.at`. Weeks are computed from the number of days since 0001-01-01, a Monday. */
const PERIOD_OF: Readonly<Record<Granularity, string>> = {
  day: 'c.at',
  week: `c.at - (c.at - date '0001-01-01') % 7`,
  month: `date_trunc('month', c.at::timestamp)::date`,
};

/** The bucket of a rating is its number of whole hundreds (contract §6.3); 0 is unrated. Dates are converted to text once per cell. */
function summed(rows: string, id: string, period: string): string {
  return `select s.id, s.period::text as start, s.bucket, s.n::bigint, s.n_text::bigint, s.n_images::bigint,
      s.n_reply::bigint, s.rating_sum::bigint
    from (
      select ${id} as id, ${period} as period, c.rating / 100 as bucket, sum(c.n) as n, sum(c.n_text) as n_text,
        sum(c.n_images) as n_images, sum(c.n_reply) as n_reply, sum(c.n * c.rating) as rating_sum
      from (${rows}) c group by 1, 2, 3
    ) s where s.n <> 0`;
}

function cellOf(row: CellRow): CountCell {
  return {
    sourceId: row.id,
    start: row.start,
    bucket: row.bucket as RatingBucket,
    n: row.n,
    withText: row.n_text,
    withImages: row.n_images,
    withReply: row.n_reply,
    ratingSum: row.rating_sum,
  };
}
