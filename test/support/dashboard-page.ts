/** Draws a dashboard with its data as a page, to look at the layout, the legends and the colors without Grafana. */
import type { Dashboard, Panel } from '@test/monitoring/dashboards';
import type { Series } from './prometheus';

/** The series of a target, each with its samples. */
export type Data = (expr: string) => Promise<Series>;

interface Line {
  readonly legend: string;
  readonly points: readonly (readonly [number, number])[];
}

const ROW_PX = 34;
const PALETTE = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b', '#e377c2', '#7f7f7f', '#bcbd22'];
const COLORS: Readonly<Record<string, string>> = { green: '#2e9e4f', orange: '#e08400', red: '#d0263c' };
const STYLE = `body { font: 12px sans-serif; background: #f4f5f5; margin: 8px; width: 1560px }
h1 { font-size: 18px; margin: 4px } main { display: grid; grid-template-columns: repeat(24, 1fr); grid-auto-rows: ${ROW_PX}px; gap: 4px }
section { background: #fff; border: 1px solid #ddd; padding: 4px 6px; overflow: hidden }
section.row { background: none; border: 0; font-weight: bold; font-size: 14px }
h2 { font-size: 12px; margin: 0 0 2px } svg { width: 100%; height: 150px; background: #fafafa } p { margin: 2px 0; line-height: 1.3 }
.values { display: flex; gap: 16px; flex-wrap: wrap } b { font-size: 22px; display: block }`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const UNITS: readonly (readonly [number, string])[] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];
function inUnit(value: number, unit = 'short'): string {
  const few = (number: number): string => String(Number(number.toPrecision(3)));
  if (unit === 'percentunit') return `${few(value * 100)} %`;
  if (unit === 's' && value >= 3_600) return `${few(value / 3_600)} h`;
  const [by, prefix] = UNITS.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  return `${few(value / by)} ${prefix}${unit === 'short' ? '' : unit}`;
}

/** A legend as Grafana writes it. */
const named = (legend: string, labels: Readonly<Record<string, string>>): string =>
  legend.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => labels[label] ?? '').trim();

function colorOf(panel: Panel, value: number): string {
  const steps = panel.fieldConfig?.defaults.thresholds.steps ?? [];
  return COLORS[steps.findLast((step) => step.value === null || value >= step.value)?.color ?? ''] ?? '#333';
}

function statOf(panel: Panel, lines: readonly Line[]): string {
  const values = lines.map(({ legend, points }) => {
    const [, value = Number.NaN] = points.at(-1) ?? [];
    const text = inUnit(value, panel.fieldConfig?.defaults.unit);
    return `<div style="color:${colorOf(panel, value)}">${escaped(legend)}<b>${text}</b></div>`;
  });
  return `<div class="values">${values.join('')}</div>`;
}

function graphOf(panel: Panel, lines: readonly Line[]): string {
  const all = lines.flatMap(({ points }) => points);
  const [from, to] = [Math.min(...all.map(([at]) => at)), Math.max(...all.map(([at]) => at))];
  const top = Math.max(...all.map(([, value]) => value)) || 1;
  const placed = ([at, value]: readonly [number, number]): string =>
    `${(((at - from) / (to - from || 1)) * 1000).toFixed(1)},${(148 - (value / top) * 140).toFixed(1)}`;
  const drawn = lines.map(
    ({ points }, index) =>
      `<polyline fill="none" stroke-width="1.5" vector-effect="non-scaling-stroke" stroke="${PALETTE[index % PALETTE.length]}" points="${points.map(placed).join(' ')}"/>`,
  );
  const legends = lines.map(
    ({ legend }, index) => `<span style="color:${PALETTE[index % PALETTE.length]}">— ${escaped(legend)}</span>`,
  );
  return `<svg viewBox="0 0 1000 150" preserveAspectRatio="none">${drawn.join('')}</svg>
<p>to ${inUnit(top, panel.fieldConfig?.defaults.unit)} ${legends.join(' ')}</p>`;
}

async function sectionOf(panel: Panel, data: Data): Promise<string> {
  const { x, y, w, h } = panel.gridPos;
  const place = `grid-area: ${y + 1} / ${x + 1} / span ${h} / span ${w}`;
  if (panel.type === 'row') return `<section class="row" style="${place}">${escaped(panel.title)}</section>`;
  const lines: Line[] = [];
  for (const { expr, legendFormat } of panel.targets ?? [])
    for (const { metric, values } of await data(expr)) {
      const points = values
        .map(([at, value]) => [at, Number(value)] as const)
        .filter(([, one]) => Number.isFinite(one));
      if (points.length > 0) lines.push({ legend: named(legendFormat, metric), points });
    }
  const body = lines.length === 0 ? '<p>No data</p>' : (panel.type === 'stat' ? statOf : graphOf)(panel, lines);
  return `<section style="${place}" title="${escaped(panel.description ?? '').replaceAll('"', '&quot;')}"><h2>${escaped(panel.title)}</h2>${body}</section>`;
}

/** The page of a dashboard. */
export async function dashboardPage({ title, panels }: Dashboard, data: Data): Promise<string> {
  const sections: string[] = [];
  for (const panel of panels) sections.push(await sectionOf(panel, data));
  return `<!doctype html><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style>
<h1>${escaped(title)}</h1><main>${sections.join('\n')}</main>`;
}
