/** The dashboards of docker/chart/monitoring. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './promtool';

export const DASHBOARDS = path.join(ROOT, 'docker/chart/monitoring/dashboards');

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: {
    readonly defaults: {
      readonly unit?: string;
      readonly thresholds: { readonly steps: readonly { readonly color: string; readonly value: number | null }[] };
    };
  };
  readonly datasource?: object;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string; readonly datasource: object }[];
}
export interface Dashboard {
  readonly file: string;
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
  readonly panels: readonly Panel[];
}

export const dashboards: readonly Dashboard[] = readdirSync(DASHBOARDS)
  .sort()
  .map((file) => ({
    file,
    ...(JSON.parse(readFileSync(path.join(DASHBOARDS, file), 'utf8')) as Omit<Dashboard, 'file'>),
  }));

/** A query of a dashboard, by the names of its places. */
export interface Query {
  readonly name: string;
  /** The name of its panel: of dashboard and panel. */
  readonly panel: string;
  readonly expr: string;
}

export const queries: readonly Query[] = dashboards.flatMap(({ file, panels }) =>
  panels.flatMap(({ title, targets = [] }) => {
    const panel = `${path.parse(file).name} / ${title}`;
    return targets.map(({ expr, legendFormat }) => ({
      name: legendFormat === '' ? panel : `${panel} / ${legendFormat}`,
      panel,
      expr,
    }));
  }),
);

/** A series that an expression selects, and the text on both sides of its selector. */
export interface Selector {
  readonly series: string;
  readonly before: string;
  readonly after: string;
}

/** Labels and numbers have no parentheses behind them either: they are in these places. */
const LISTS = /\b(?:by|on|group_left)\s*\([^)]*\)/g;
const OPERATORS = new Set(['or', 'and', 'unless', 'by', 'on', 'group_left']);

/** All series that an expression selects, whatever their names begin with. */
export function selectorsIn(expr: string): readonly Selector[] {
  const blank = (part: string): string => ' '.repeat(part.length);
  const names = expr
    .replaceAll(/"[^"]*"/g, blank)
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, blank)
    .replaceAll(LISTS, blank);
  return [...names.matchAll(/[a-zA-Z_:][\w:]*(?!\s*\(|[\w:])/g)]
    .filter(([name]) => !OPERATORS.has(name))
    .map(({ 0: series, index }) => {
      const rest = expr.slice(index + series.length);
      return { series, before: expr.slice(0, index), after: rest.replace(/^\{[^}]*\}/, '') };
    });
}
