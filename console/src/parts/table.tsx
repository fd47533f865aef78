import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { tableWords } from '../words/en/table';
import { useRowWindow } from './row-window';
import { useVariedRows } from './varied-rows';
import './table.css';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** The title is only for screen readers. */
  readonly isTitleHidden?: boolean;
  /** Numbers stand at the end of the cell. */
  readonly isNumber?: boolean;
  /** Where rows are cards, the title stands before the cell. */
  readonly isNamed?: boolean;
  /** A class of the cells. */
  readonly className?: string;
  /** Replaces the title in the head, for a control. */
  readonly head?: ReactNode;
  /** The order of the rows by this column; null: the rows have another order. Without it the column has none. */
  readonly sort?: { readonly order: 'asc' | 'desc' | null; readonly onSort: () => void };
  readonly cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => number;
  readonly isSelected?: (row: Row) => boolean;
  /** Whether the row is the open one, whose details are beside the table. */
  readonly isOpen?: (row: Row) => boolean;
  readonly className?: string;
  /** The rows fit one height, so that those of a long table are put into the page only where they are seen. */
  readonly hasEqualRows?: boolean;
  /** Like `hasEqualRows`, for rows of different heights. */
  readonly hasVariedRows?: boolean;
}

/** More rows of one height are put into the page only where they are seen. */
const WINDOW_FROM = 200;

/** A table; on narrow screens each row is a card, with the cell `state` at its top right. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, isSelected, isOpen, className } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const isScrolled = useOverflow(card);
  const isLong = rows.length > WINDOW_FROM;
  const isEqual = isLong && props.hasEqualRows === true;
  const isVaried = isLong && props.hasVariedRows === true;
  const isWindowed = isEqual || isVaried;
  const keys = useMemo(() => rows.map(keyOf), [rows, keyOf]);
  const equal = useRowWindow(body, rows.length, isEqual);
  const varied = useVariedRows(body, keys, isVaried);
  const { first, last, before, after } = isVaried ? varied : equal;
  return (
    // Where the columns do not fit, the arrow keys scroll the table, so it takes the focus.
    <div
      ref={card}
      className={classes('card table-card', isEqual && 'windowed', className)}
      {...(isScrolled ? { role: 'group', 'aria-label': caption, tabIndex: 0 } : {})}
    >
      <table aria-rowcount={isWindowed ? rows.length + 1 : undefined}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr aria-rowindex={isWindowed ? 1 : undefined}>
            {columns.map((column) => (
              <Head key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <Gap columns={columns.length} blockSize={before} />}
          {rows.slice(first, last).map((row, place) => (
            <tr
              key={keyOf(row)}
              data-row={keyOf(row)}
              className={classes(isSelected?.(row) && 'selected', isOpen?.(row) && 'is-open')}
              aria-rowindex={isWindowed ? first + place + 2 : undefined}
            >
              {columns.map(({ key, title, isNumber, isNamed, className: own, cell }) => (
                <td
                  key={key}
                  className={classes(`cell-${key}`, isNumber && 'num-cell', own)}
                  data-name={isNamed ? title : undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {after > 0 && <Gap columns={columns.length} blockSize={after} />}
        </tbody>
      </table>
    </div>
  );
}

const classes = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;

function Gap({ columns, blockSize }: { readonly columns: number; readonly blockSize: number }) {
  return (
    <tr aria-hidden className="gap">
      <td colSpan={columns} style={{ blockSize }} />
    </tr>
  );
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

function Head<Row>({ column: { title, isTitleHidden, isNumber, head, sort } }: { readonly column: Column<Row> }) {
  const order = sort?.order ?? null;
  return (
    <th
      scope="col"
      className={isNumber ? 'num-cell' : undefined}
      aria-sort={order === null ? undefined : SORTED[order]}
    >
      {head ??
        (sort === undefined ? (
          <span className={isTitleHidden ? 'sr' : undefined}>{title}</span>
        ) : (
          <button type="button" className="sort" title={tableWords.sort(title)} onClick={sort.onSort}>
            {title}
            {order === 'asc' && <IconArrowUp size={12} aria-hidden />}
            {order === 'desc' && <IconArrowDown size={12} aria-hidden />}
          </button>
        ))}
    </th>
  );
}

/** Whether the content of an element is wider than the element, so that it scrolls sideways. */
function useOverflow(ref: RefObject<HTMLElement | null>): boolean {
  const [isWider, setWider] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = (): void => setWider(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [ref]);
  return isWider;
}
