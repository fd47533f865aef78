import type { ChartRow } from '../../lib/chart-rows';
import { words } from '../../words/en';

/** The rows of the chart's table, with their titles, for a file. */
export function csvRows(
  rows: readonly ChartRow[],
  comparedWith: string | null,
): readonly (readonly (string | number | null)[])[] {
  const { period, reviews, average, lowTitle } = words.timeChart;
  return [
    [period, reviews, average, ...(comparedWith === null ? [] : [comparedWith]), lowTitle],
    ...rows.map((row) => [row.period, row.count, row.average, ...(comparedWith === null ? [] : [row.before]), row.low]),
  ];
}
