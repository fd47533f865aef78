/** Whether the panels of the dashboards have data. */
import path from 'node:path';
import type { Prometheus } from '@test/support/prometheus';
import { dashboards, type Panel } from '../monitoring/dashboards';
import { NAMESPACE } from './installation';

const VARIABLES = { namespace: NAMESPACE, source: 'trustpilot', __rate_interval: '30s', __range: '10m' };

export interface PanelData {
  readonly dashboard: string;
  readonly panels: number;
  /** Titles of panels without a sample during the drill. */
  readonly empty: readonly string[];
}

/** Asks for each panel in turn the Prometheus servers whether one of its queries had a sample in the last `seconds`. */
export async function readPanels(servers: readonly Prometheus[], seconds: number): Promise<readonly PanelData[]> {
  const found: PanelData[] = [];
  for (const { file, panels } of dashboards) {
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
