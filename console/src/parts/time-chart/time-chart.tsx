import { ActionIcon } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { ChartRow } from '../../lib/chart-rows';
import { formatAverage, formatMean, formatNumber } from '../../lib/format';
import { timeChartWords } from '../../words/en/time-chart';
import { countTicks, labelIndexes, ratingTicks, type Ticks } from './axis';
import type { PlotSeries } from './plot';
import { TimeTable } from './time-table';
import './time-chart.css';

const Plot = lazy(async () => ({ default: (await import('./plot')).Plot }));

interface TimeChartProps {
  readonly title: string;
  readonly rows: readonly ChartRow[];
  /** What the dashed line is; null if nothing is compared. */
  readonly comparedWith: string | null;
  /** Whether the last period has not ended. */
  readonly isLastOpen: boolean;
  /** Opens the reviews of a period. */
  readonly onOpen: (period: string) => void;
}

const MOST_LABELS = 6;

/** The average above, the number of reviews below, over the same periods; the same rows as a table. */
export function TimeChart({ title, rows, comparedWith, isLastOpen, onOpen }: TimeChartProps) {
  const [isTable, setTable] = useState(false);
  const toggle = (): void => setTable((before) => !before);
  return (
    <figure
      className="card time-chart"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 't' || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        toggle();
      }}
    >
      <figcaption className="card-head">
        <h2>{title}</h2>
        <Legend comparedWith={comparedWith} />
        <ActionIcon
          size={28}
          aria-label={isTable ? timeChartWords.showChart : timeChartWords.showTable}
          title={isTable ? timeChartWords.showChart : timeChartWords.showTable}
          onClick={toggle}
        >
          {isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
        </ActionIcon>
      </figcaption>
      <p className="sr">{summaryOf(rows)}</p>
      {isTable ? (
        <TimeTable caption={title} rows={rows} comparedWith={comparedWith} />
      ) : (
        <Panels title={title} rows={rows} isCompared={comparedWith !== null} isLastOpen={isLastOpen} onOpen={onOpen} />
      )}
    </figure>
  );
}

function Legend({ comparedWith }: { readonly comparedWith: string | null }) {
  return (
    <span className="legend" aria-hidden>
      <span>
        <i className="legend-line" />
        {timeChartWords.average}
      </span>
      {comparedWith !== null && (
        <span>
          <i className="legend-dashed" />
          {comparedWith}
        </span>
      )}
      <span>
        <i className="legend-bar" />
        {timeChartWords.reviews}
      </span>
    </span>
  );
}

interface PanelsProps {
  readonly title: string;
  readonly rows: readonly ChartRow[];
  readonly isCompared: boolean;
  readonly isLastOpen: boolean;
  readonly onOpen: (period: string) => void;
}

/** Both panels are one control: arrows and the pointer move over the periods, Enter opens the reviews of one. */
function Panels({ title, rows, isCompared, isLastOpen, onOpen }: PanelsProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const last = rows.length - 1;
  const index = pointed ?? chosen;
  const shown = index === null ? undefined : rows[Math.min(index, last)];
  const { above, below, ratings, counts } = useMemo(
    () => panelsOf(rows, isCompared, isLastOpen),
    [rows, isCompared, isLastOpen],
  );
  const move = (event: KeyboardEvent): void => {
    const target = targetOf(event.key, chosen ?? last, last);
    if (event.key === 'Enter' && shown !== undefined) return onOpen(shown.period);
    if (target === null) return;
    event.preventDefault();
    setPointed(null);
    setChosen(target);
  };
  const indexAt = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * rows.length)));
  };
  const at = Math.min(index ?? last, last);
  if (rows.length === 0) return <div className="time-panels" />;
  return (
    <div className="time-panels" dir="ltr">
      <Scale ticks={ratings} format={formatAverage} />
      <Scale ticks={counts} format={formatNumber} />
      <div
        className="time-area"
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, Math.min(chosen ?? last, last))}
        aria-valuetext={describe(rows[Math.min(chosen ?? last, last)])}
        onKeyDown={move}
        onFocus={() => setChosen((before) => before ?? last)}
        onBlur={() => setChosen(null)}
        onPointerMove={(event) => setPointed(indexAt(event))}
        onPointerLeave={() => setPointed(null)}
        onClick={() => shown !== undefined && onOpen(shown.period)}
      >
        <Suspense fallback={null}>
          <div className="time-above">
            <Plot series={above} ticks={ratings} />
          </div>
          <div className="time-below">
            <Plot series={below} ticks={counts} />
          </div>
        </Suspense>
        {shown !== undefined && <Pointed row={shown} share={(at + 0.5) / rows.length} />}
      </div>
      <Labels rows={rows} />
    </div>
  );
}

function Labels({ rows }: { readonly rows: readonly ChartRow[] }) {
  return (
    <div className="time-labels num" aria-hidden>
      {labelIndexes(rows.length, MOST_LABELS).map((row) => (
        <span key={row} style={{ insetInlineStart: `${((row + 0.5) / rows.length) * 100}%` }}>
          {rows[row]?.tick}
        </span>
      ))}
    </div>
  );
}

function Scale({ ticks, format }: { readonly ticks: Ticks; readonly format: (value: number) => string }) {
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)];
  return (
    <div className="time-scale num" aria-hidden>
      {ticks.map((tick) => (
        <span key={tick} style={{ insetBlockEnd: `${((tick - first) / (last - first)) * 100}%` }}>
          {format(tick)}
        </span>
      ))}
    </div>
  );
}

/** The line at a period, and its figures. */
function Pointed({ row, share }: { readonly row: ChartRow; readonly share: number }) {
  const side = share > 0.5 ? 'before' : 'after';
  return (
    <>
      <span className="time-cursor" style={{ insetInlineStart: `${share * 100}%` }} />
      <div className={`time-tip is-${side}`} style={{ insetInlineStart: `${share * 100}%` }}>
        <b>{row.label}</b>
        <span>{timeChartWords.values(row.count, row.average)}</span>
        {row.before !== null && <span className="muted">{timeChartWords.before(row.before)}</span>}
        {row.low > 0 && <span className="muted">{timeChartWords.low(row.low)}</span>}
      </div>
    </>
  );
}

interface PanelData {
  readonly above: readonly PlotSeries[];
  readonly below: readonly PlotSeries[];
  readonly ratings: Ticks;
  readonly counts: Ticks;
}

function panelsOf(rows: readonly ChartRow[], isCompared: boolean, isLastOpen: boolean): PanelData {
  const last = rows.length - 1;
  const isOpen = (index: number): boolean => isLastOpen && index === last;
  const averages = rows.map(({ average }) => average);
  const before = rows.map((row) => row.before);
  const counts = rows.map(({ count }) => count);
  return {
    above: [{ kind: 'line', values: averages }, ...(isCompared ? [{ kind: 'dashed', values: before } as const] : [])],
    below: [
      { kind: 'bars', values: counts.map((count, index) => (isOpen(index) ? null : count)) },
      { kind: 'open-bars', values: counts.map((count, index) => (isOpen(index) ? count : null)) },
    ],
    ratings: ratingTicks(isCompared ? [...averages, ...before] : averages),
    counts: countTicks(counts),
  };
}

function targetOf(key: string, index: number, last: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, index - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, index + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

function describe(row: ChartRow | undefined): string {
  return row === undefined ? '' : `${row.label}: ${timeChartWords.values(row.count, row.average)}`;
}

/** One sentence about the chart. */
function summaryOf(rows: readonly ChartRow[]): string {
  const averages = rows.flatMap(({ average }) => average ?? []);
  const counts = rows.map(({ count }) => count);
  if (averages.length === 0) return timeChartWords.nothing;
  return timeChartWords.summary(
    Math.min(...counts),
    Math.max(...counts),
    formatMean(Math.min(...averages)),
    formatMean(Math.max(...averages)),
  );
}
