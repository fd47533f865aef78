/** Whether the panels of the dashboards have data, if this version has dashboards. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Prometheus } from '@test/support/prometheus';
import { ROOT } from '../monitoring/promtool';

const DASHBOARDS = path.join(ROOT, 'docker/chart/monitoring/dashboards');
/** The values of the variables. The drill has one installation, whose series have no namespace. */
const VARIABLES = { namespace: '', source: 'trustpilot', __rate_interval: '30s', __range: '10m' };

export interface PanelData {
  readonly dashboard: string;
  readonly panels: number;
  /** Titles of panels without a sample during the drill. */
  readonly empty: readonly string[];
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** Asks for each panel in turn the Prometheus servers whether one of its queries had a sample in the last `seconds`. */
export async function readPanels(servers: readonly Prometheus[], seconds: number): Promise<readonly PanelData[]> {
  if (!existsSync(DASHBOARDS)) return [];
  const found: PanelData[] = [];
  for (const file of readdirSync(DASHBOARDS).sort()) {
    const { panels } = JSON.parse(readFileSync(path.join(DASHBOARDS, file), 'utf8')) as {
      readonly panels: readonly Panel[];
    };
    const shown = panels.filter(({ targets = [] }) => targets.length > 0);
    const empty: string[] = [];
    for (const { title, targets = [] } of shown) if (!(await hasData(servers, targets, seconds))) empty.push(title);
    found.push({ dashboard: path.parse(file).name, panels: shown.length, empty });
  }
  return found;
}

async function hasData(
  servers: readonly Prometheus[],
  targets: NonNullable<Panel['targets']>,
  seconds: number,
): Promise<boolean> {
  for (const server of servers)
    for (const { expr } of targets) if ((await server.range(withValues(expr), seconds)).length > 0) return true;
  return false;
}

const withValues = (expr: string): string =>
  expr.replaceAll(/\$(\w+)/g, (whole, name: string) => VARIABLES[name as keyof typeof VARIABLES] ?? whole);
