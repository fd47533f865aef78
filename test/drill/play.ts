/** Plays a fault: its alerts must not fire before it, fire during it, and clear after it. */
import { patient } from '@test/faults/support/patience';
import { alertRules } from '../monitoring/promtool';
import type { Alert, AlertWatch } from './alert-watch';
import type { DrilledFault } from './drilled-fault';

const LIMIT_S = 120;

/** What was measured of one alert. A time is null if the alert did not fire, or did not clear, in time. */
export interface Played extends Alert {
  readonly fault: string;
  readonly healing: string;
  readonly fires: number | null;
  readonly clears: number | null;
  /** Why the alert was not drilled completely; null if it was. */
  readonly problem: string | null;
}

export const hasPassed = ({ fires, clears, problem }: Played): boolean =>
  fires !== null && clears !== null && problem === null;

/** An alert with each of its severities. */
export const alertsOf = (names: readonly string[]): readonly Alert[] =>
  names.flatMap((name) =>
    alertRules
      .filter(({ alert }) => alert === name)
      .map(({ labels }) => ({ alert: name, severity: labels?.['severity'] ?? '' })),
  );

/** Returns a row for each alert and severity. Never rejects. Times of firing count from the moment at which the fault is complete. */
export async function play<Site>(
  drilled: DrilledFault<Site>,
  site: Site,
  watch: AlertWatch,
  say: (line: string) => void,
): Promise<readonly Played[]> {
  const { of = {}, fault, healing, firesWithinS = LIMIT_S, clearsWithinS = LIMIT_S } = drilled;
  const alerts = alertsOf(drilled.alerts);
  const [fires, clears] = [new Map<Alert, number | null>(), new Map<Alert, number | null>()];
  const measure = async (isWanted: boolean, times: Map<Alert, number | null>, withinS: number): Promise<void> => {
    await Promise.all(
      alerts.map(async (alert) => {
        const seconds = await watch.secondsUntil(isWanted, alert, of, patient(withinS));
        times.set(alert, seconds);
        say(
          `${alert.alert} (${alert.severity}) ${isWanted ? 'fires' : 'clears'}: ${seconds === null ? 'NO' : `${seconds} s`}`,
        );
      }),
    );
  };
  let problem: string | null = null;
  try {
    for (const alert of alerts)
      if ((await watch.secondsUntil(false, alert, of, patient(LIMIT_S))) === null)
        problem = `${alert.alert} has fired before the fault`;
    say(`begins: ${fault}`);
    const heal = await drilled.begin(site);
    await measure(true, fires, firesWithinS);
    await heal();
    await measure(false, clears, clearsWithinS);
  } catch (error) {
    problem = (error as Error).message;
    say(`PROBLEM: ${(error as Error).stack ?? problem}`);
  }
  return alerts.map((alert) => ({
    ...alert,
    fault,
    healing,
    fires: fires.get(alert) ?? null,
    clears: clears.get(alert) ?? null,
    problem,
  }));
}
