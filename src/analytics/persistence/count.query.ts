import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { RatingBucket } from '@libs/kernel';
import { linkCondition, objectCondition, SqlValues, type Coverage } from '@src/reviews';
import type { AppliedRange } from '../domain/applied-range';
import type { CountCell } from '../domain/figures';
import type { Granularity } from '../domain/periods';
import { readCovered } from './covered-reading';
import { countPlan, datedParts, type CountPart } from './count-plan';
import { partRows, trialRows, type CountedScope } from './counted-rows.sql';

interface CellRow {
  readonly source_id: number;
  readonly start: string | null;
  readonly bucket: number;
  readonly n: number;
  readonly n_text: number;
  readonly n_images: number;
  readonly n_reply: number;
  readonly rating_sum: number;
}

/** Which cells a timeseries needs. */
export interface SeriesCells {
  readonly granularity: Granularity;
  /** Whether sources are told apart; else every cell is of source 0. */
  readonly bySource: boolean;
}

/** Counts by source, period and bucket. All counts of one answer come from one statement, so they agree with each other. */
@Injectable()
export class CountQuery {
  constructor(private readonly database: Database) {}

  /** The cells of a summary: periods are not told apart. */
  async ofSummary(scope: CountedScope, range: AppliedRange, today: string): Promise<readonly CountCell[]> {
    const values = new SqlValues();
    const rows = selectOf(scope, range, countPlan(range, today), values);
    if (rows === null) return [];
    return this.read(added(rows, 'c.source_id', 'null::date'), scope, values);
  }

  /**
   * The cells of a timeseries. Months come from their counters; days and weeks are counted in the index of dates, since
   * counters by day would be nearly as many as the reviews.
   */
  async ofSeries(scope: CountedScope, range: AppliedRange, wanted: SeriesCells): Promise<readonly CountCell[]> {
    const values = new SqlValues();
    const rows = selectOf(scope, range, seriesParts(range, wanted.granularity), values);
    if (rows === null) return [];
    const source = wanted.bySource ? 'c.source_id' : '0';
    return this.read(added(rows, source, PERIOD_OF[wanted.granularity]), scope, values);
  }

  /** How many reviews a trial does not see: of every link those beyond the latest `perLink`. Deleted ones are none. */
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

function seriesParts(range: AppliedRange, granularity: Granularity): readonly CountPart[] {
  if (range.from > range.to) return [];
  return granularity === 'month' ? datedParts(range, 1) : [{ from: 'rows', sign: 1, range }];
}

/** Null where nothing can be counted. */
function selectOf(
  scope: CountedScope,
  range: AppliedRange,
  parts: readonly CountPart[],
  values: SqlValues,
): string | null {
  if (scope.visiblePerLink !== null) return trialRows(scope, scope.visiblePerLink, range, values);
  if (parts.length === 0) return null;
  return parts.map((part) => partRows(part, scope, values)).join(' union all ');
}

/** First day of the period of `c.at`, by whole numbers where they will do: the first day of year 1 was a Monday. */
const PERIOD_OF: Readonly<Record<Granularity, string>> = {
  day: 'c.at',
  week: `c.at - (c.at - date '0001-01-01') % 7`,
  month: `date_trunc('month', c.at::timestamp)::date`,
};

/** Whole hundreds of a rating are its bucket (§6.3), and 0 is the unrated. Dates become text last, once per cell. */
function added(rows: string, source: string, period: string): string {
  return `select s.source_id, s.period::text as start, s.bucket, s.n::bigint, s.n_text::bigint, s.n_images::bigint,
      s.n_reply::bigint, s.rating_sum::bigint
    from (
      select ${source} as source_id, ${period} as period, c.rating / 100 as bucket, sum(c.n) as n, sum(c.n_text) as n_text,
        sum(c.n_images) as n_images, sum(c.n_reply) as n_reply, sum(c.n * c.rating) as rating_sum
      from (${rows}) c group by 1, 2, 3
    ) s where s.n <> 0`;
}

function cellOf(row: CellRow): CountCell {
  return {
    sourceId: row.source_id,
    start: row.start,
    bucket: row.bucket as RatingBucket,
    n: row.n,
    withText: row.n_text,
    withImages: row.n_images,
    withReply: row.n_reply,
    ratingSum: row.rating_sum,
  };
}
