/** What drills have measured: a run of some alerts replaces their rows, and leaves those of the runs before. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { alertRules, ROOT } from '../monitoring/promtool';
import type { PanelData } from './panels';
import type { Played } from './play';
import type { RestoreFigures } from './restore';
import type { UpgradeFigures } from './upgrade';

const FILE = path.join(ROOT, '.cache/drill.json');

/** The day and the commit of a measurement. */
export type Measured<T> = T & { readonly day: string; readonly commit: string };

interface Stored {
  readonly alerts: Record<string, Measured<Played>>;
  seconds: number;
  panels: Measured<{ readonly dashboards: readonly PanelData[] }> | null;
  upgrade: Measured<UpgradeFigures> | null;
  restore: Measured<RestoreFigures> | null;
}

export class DrillRecord {
  private constructor(private readonly stored: Stored) {}

  static read(): DrillRecord {
    const empty: Stored = { alerts: {}, seconds: 0, panels: null, upgrade: null, restore: null };
    return new DrillRecord(existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Stored) : empty);
  }

  /** A row for each alert of the rules with each severity; null for one that was never drilled. */
  get alerts(): readonly {
    readonly alert: string;
    readonly severity: string;
    readonly row: Measured<Played> | null;
  }[] {
    return alertRules.map(({ alert = '', labels }) => {
      const severity = labels?.['severity'] ?? '';
      return { alert, severity, row: this.stored.alerts[`${alert} ${severity}`] ?? null };
    });
  }

  get panels(): Stored['panels'] {
    return this.stored.panels;
  }

  get upgrade(): Stored['upgrade'] {
    return this.stored.upgrade;
  }

  get restore(): Stored['restore'] {
    return this.stored.restore;
  }

  /** Seconds of all runs. */
  get seconds(): number {
    return this.stored.seconds;
  }

  addAlerts(played: readonly Played[]): void {
    for (const one of played) this.stored.alerts[`${one.alert} ${one.severity}`] = measured(one);
    this.write();
  }

  addSeconds(seconds: number): void {
    this.stored.seconds += seconds;
    this.write();
  }

  setPanels(dashboards: readonly PanelData[]): void {
    this.stored.panels = measured({ dashboards });
    this.write();
  }

  setUpgrade(figures: UpgradeFigures): void {
    this.stored.upgrade = measured(figures);
    this.write();
  }

  setRestore(figures: RestoreFigures): void {
    this.stored.restore = measured(figures);
    this.write();
  }

  /** Forgets all earlier runs. */
  clear(): void {
    Object.assign(this.stored, { alerts: {}, seconds: 0, panels: null, upgrade: null, restore: null });
    this.write();
  }

  private write(): void {
    mkdirSync(path.dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify(this.stored, null, 2));
  }
}

const measured = <T>(what: T): Measured<T> => ({
  ...what,
  day: new Date().toISOString().slice(0, 10),
  commit: commit(),
});

const commit = (): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
