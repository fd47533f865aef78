import type { ChartRow } from '../../lib/chart-rows';
import { formatMean, formatNumber } from '../../lib/format';
import { words } from '../../words/en';

interface TimeTableProps {
  readonly caption: string;
  readonly rows: readonly ChartRow[];
  readonly comparedWith: string | null;
}

/** The rows of a chart as a table. */
export function TimeTable({ caption, rows, comparedWith }: TimeTableProps) {
  const average = (value: number | null): string => (value === null ? words.timeChart.none : formatMean(value));
  return (
    <div className="time-table" tabIndex={0} role="group" aria-label={caption}>
      <table className="figures-table">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.timeChart.period}</th>
            <th scope="col">{words.timeChart.reviews}</th>
            <th scope="col">{words.timeChart.average}</th>
            {comparedWith !== null && <th scope="col">{comparedWith}</th>}
            <th scope="col">{words.timeChart.lowTitle}</th>
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
