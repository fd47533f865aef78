/** Which alerts fire in a Prometheus, asked once a second. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Prometheus } from '@test/support/prometheus';
import type { Labels } from './drilled-fault';

const EVERY_MS = 500;

export interface Alert {
  readonly alert: string;
  readonly severity: string;
}

export class AlertWatch {
  private firing: readonly Labels[] = [];
  /** Every alert that has fired, as its name and severity. */
  readonly fired = new Set<string>();
  private isEnding = false;
  private readonly loop: Promise<void>;

  constructor(private readonly prometheus: Prometheus) {
    this.loop = this.run();
  }

  isFiring({ alert, severity }: Alert, of: Labels = {}): boolean {
    const wanted = Object.entries({ alertname: alert, severity, ...of });
    return this.firing.some((labels) => wanted.every(([label, value]) => labels[label] === value));
  }

  /** Seconds until the alert fires, or no longer does; null if that takes longer than `withinS`. */
  async secondsUntil(isWanted: boolean, alert: Alert, of: Labels, withinS: number): Promise<number | null> {
    const began = performance.now();
    const seconds = (): number => (performance.now() - began) / 1_000;
    while (this.isFiring(alert, of) !== isWanted) {
      if (seconds() > withinS) return null;
      await pause(EVERY_MS);
    }
    return Math.round(seconds());
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.loop;
  }

  private async run(): Promise<void> {
    while (!this.isEnding) {
      await this.ask().catch(() => undefined);
      await pause(EVERY_MS);
    }
  }

  private async ask(): Promise<void> {
    const series = await this.prometheus.range('ALERTS{alertstate="firing"}', 0);
    this.firing = series.map(({ metric }) => metric as Labels);
    for (const { alertname = '', severity = '' } of this.firing) this.fired.add(`${alertname} ${severity}`);
  }
}
