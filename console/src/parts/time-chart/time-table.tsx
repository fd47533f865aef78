import type { ChartRow } from '../../lib/chart-rows';
import { formatMean, formatNumber } from '../../lib/format';
import { timeChartWords } from '../../words/en/time-chart';

interface TimeTableProps {
  readonly caption: string;
  readonly rows: readonly ChartRow[];
  readonly comparedWith: string | null;
}

/** The rows of a chart as a table. */
export function TimeTable({ caption, rows, comparedWith }: TimeTableProps) {
  const average = (value: number | null): string => (value === null ? timeChartWords.none : formatMean(value));
  return (
    <div className="time-table" tabIndex={0} role="group" aria-label={caption}>
      <table className="figures-table">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{timeChartWords.period}</th>
            <th scope="col">{timeChartWords.reviews}</th>
            <th scope="col">{timeChartWords.average}</th>
            {comparedWith !== null && <th scope="col">{comparedWith}</th>}
            <th scope="col">{timeChartWords.lowTitle}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.period}>
              <th scope="row">{row.label}</th>
              <td>{formatNumber(row.count)}</td>
              <td>{average(row.average)}</td>
              {comparedWith !== null && <td>{average(row.before)}</td>}
              <td>{formatNumber(row.low)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
