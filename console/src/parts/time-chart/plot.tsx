import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot, { type AlignedData, type Options, type Series } from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Ticks } from './axis';

/** A series of a panel: a line, a dashed line, or bars. `null` values leave a gap. */
export interface PlotSeries {
  readonly kind: 'line' | 'dashed' | 'bars' | 'open-bars';
  readonly values: readonly (number | null)[];
}

interface PlotProps {
  readonly series: readonly PlotSeries[];
  readonly ticks: Ticks;
}

const BAR_WIDTH = 0.76;
const MOST_BAR_PIXELS = 60;
const DASHES = [4, 4];

/** Draws a panel with uPlot on a canvas that fills its parent. Texts and the pointer are outside of it. */
export function Plot({ series, ticks }: PlotProps) {
  const parent = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const element = parent.current;
    if (element === null) return;
    const chart = new uPlot(optionsOf(element, series, ticks), dataOf(series), element);
    const watcher = new ResizeObserver(() => chart.setSize(sizeOf(element)));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      chart.destroy();
    };
  }, [series, ticks, scheme]);
  return <div ref={parent} className="time-plot" aria-hidden />;
}

function sizeOf(element: HTMLElement): { readonly width: number; readonly height: number } {
  return { width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) };
}

function dataOf(series: readonly PlotSeries[]): AlignedData {
  const indexes = Array.from({ length: series[0]?.values.length ?? 0 }, (_, index) => index);
  return [indexes, ...series.map(({ values }) => [...values])];
}

function optionsOf(element: HTMLElement, series: readonly PlotSeries[], ticks: Ticks): Options {
  const rows = series[0]?.values.length ?? 0;
  const color = (token: string): string => getComputedStyle(element).getPropertyValue(`--${token}`).trim();
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)];
  return {
    ...sizeOf(element),
    padding: [0, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [-0.5, rows - 0.5] }, y: { range: [first, last] } },
    axes: [
      { show: false },
      {
        size: 0,
        gap: 0,
        ticks: { show: false },
        values: () => [],
        splits: () => [...ticks],
        grid: { stroke: color('line'), width: 1 },
      },
    ],
    series: [{}, ...series.map(({ kind }) => seriesOf(kind, color))],
  };
}

function seriesOf(kind: PlotSeries['kind'], color: (token: string) => string): Series {
  const points = { show: false };
  if (kind === 'line') return { stroke: color('text'), width: 1.75, spanGaps: true, points: { show: isAlone } };
  if (kind === 'dashed') return { stroke: color('text3'), width: 1.25, dash: DASHES, spanGaps: true, points };
  const bars = uPlot.paths.bars?.({ size: [BAR_WIDTH, MOST_BAR_PIXELS], radius: 0.1 });
  const paths = bars === undefined ? {} : { paths: bars };
  if (kind === 'bars') return { ...paths, fill: color('bar-soft'), width: 0, points };
  return { ...paths, stroke: color('bar'), fill: 'transparent', width: 1, dash: [3, 2], points };
}

/** A line of a single value would not be visible. */
function isAlone(chart: uPlot, index: number): boolean {
  return (chart.data[index] ?? []).filter((value) => typeof value === 'number').length === 1;
}
