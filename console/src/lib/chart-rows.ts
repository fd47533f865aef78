import { formatPeriod, formatTick } from './format';

/** A period of a chart and its figures. */
export interface ChartRow {
  /** The period of the API, which is unique. */
  readonly period: string;
  readonly label: string;
  /** The label on the axis. */
  readonly tick: string;
  readonly count: number;
  /** Null if no review of the period is rated. */
  readonly average: number | null;
  /** The average of the period at the same position before; null if it is unknown or not compared. */
  readonly before: number | null;
  /** Reviews with one or two stars. */
  readonly low: number;
}

interface Point {
  readonly period: string;
  readonly review_count: number;
  readonly avg_rating: number | null;
  readonly rating_distribution: Readonly<Record<'1' | '2', number>>;
}

/** A response of the API with one series. */
interface OneSeries {
  readonly series: readonly { readonly timeseries: readonly Point[] }[];
}

/** The rows of a chart: the periods of `now`, each beside the period at the same position of `before`. */
export function chartRows(now: OneSeries | undefined, before: OneSeries | undefined): readonly ChartRow[] {
  const earlier = pointsOf(before);
  return pointsOf(now).map((point, index) => ({
    period: point.period,
    label: formatPeriod(point.period),
    tick: formatTick(point.period),
    count: point.review_count,
    average: point.avg_rating,
    before: earlier[index]?.avg_rating ?? null,
    low: point.rating_distribution['1'] + point.rating_distribution['2'],
  }));
}

const pointsOf = (series: OneSeries | undefined): readonly Point[] => series?.series[0]?.timeseries ?? [];
