/** One real fault of the drill, and the alerts that it must raise. */

export type Labels = Readonly<Record<string, string>>;

export interface DrilledFault<Site> {
  /** Names of alerts; each fires with all severities that it has. */
  readonly alerts: readonly string[];
  /** What is done, as the report shows it. */
  readonly fault: string;
  readonly healing: string;
  /** Labels of the alerts that fire; alerts with other values have another cause. */
  readonly of?: Labels;
  /** It concerns one platform or receiver, and runs beside others of its kind. */
  readonly isNarrow?: true;
  /** How long the alerts may take to fire, and to clear; default: 120 s. */
  readonly firesWithinS?: number;
  readonly clearsWithinS?: number;
  /** Begins the fault, and returns what ends it. */
  begin(site: Site): Promise<() => Promise<void>>;
}
