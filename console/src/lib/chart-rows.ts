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

/** A response of the API: a series of all platforms, or one for each of those that were chosen. */
interface AllSeries {
  readonly series: readonly { readonly timeseries: readonly Point[] }[];
}

/** The rows of a chart: the periods of `now`, each beside the period at the same position of `before`. */
export function chartRows(now: AllSeries | undefined, before: AllSeries | undefined): readonly ChartRow[] {
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

function pointsOf(answer: AllSeries | undefined): readonly Point[] {
  const [first, ...others] = answer?.series ?? [];
  return (first?.timeseries ?? []).map((point, index) =>
    others.flatMap(({ timeseries }) => timeseries[index] ?? []).reduce(together, point),
  );
}

/** The reviews of a series are rated, so averages are weighted by their number. */
function together(one: Point, other: Point): Point {
  const count = one.review_count + other.review_count;
  const sum = one.review_count * (one.avg_rating ?? 0) + other.review_count * (other.avg_rating ?? 0);
  const low = (bucket: '1' | '2'): number => one.rating_distribution[bucket] + other.rating_distribution[bucket];
  return {
    period: one.period,
    review_count: count,
    avg_rating: count === 0 ? null : Math.round((sum / count) * 100) / 100,
    rating_distribution: { '1': low('1'), '2': low('2') },
  };
}
