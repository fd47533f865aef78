import type { ReactNode } from 'react';
import './table.css';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** The title is only for screen readers. */
  readonly isTitleHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => number;
}

/** A table; on narrow screens each row is a card, with the cell `state` at its top right. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className="card table-card">
      <table>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title, isTitleHidden }) => (
              <th key={key} scope="col">
                <span className={isTitleHidden ? 'sr' : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, cell }) => (
                <td key={key} className={`cell-${key}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
