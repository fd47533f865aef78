/**
 * Families of metrics: a name, a meaning, and label names, declared by the code that knows their values. Names follow the conventions of
 * Prometheus: base units, `_total` for counters. The values of a label come from a fixed list or from the source catalogue, never from
 * clients, accounts, objects, addresses or hosts: each combination of values is a time series.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface FamilyText<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly L[];
}

export type Labels<L extends string> = Readonly<Record<L, string>>;

export interface Sample<L extends string = string> {
  readonly labels: Labels<L>;
  readonly value: number;
}

/** `process`: every process reports its own values. `cluster`: one process reports the values of the installation. */
export type Scope = 'process' | 'cluster';

export interface Family extends FamilyText<string> {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly scope: Scope;
  readonly labels: readonly string[];
}

/** Counts events. `inc` takes less than a microsecond. */
export interface ProcessCounter<L extends string> {
  inc(labels: Labels<L>, by?: number): void;
}

/** Counts observed values by size. `observe` takes about a microsecond. */
export interface ProcessHistogram<L extends string> {
  observe(labels: Labels<L>, value: number): void;
  /** Begins a series with 0. Prometheus sees no increase in the first sample of a series. Resets a series that has values. */
  zero(labels: Labels<L>): void;
}

export interface ProcessGauge<L extends string> {
  set(labels: Labels<L>, value: number): void;
  /** Removes all values. */
  reset(): void;
}

/** The families that this process reports for itself. */
export const OWN = new Registry();
const declared = new Map<string, Family>();

/** All families that the loaded code declares, by name. Default families of the process are added by `startOwnMetrics`. */
export function declaredFamilies(): readonly Family[] {
  return [...declared.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Adds a family to the declared ones. Throws if the name is taken. */
export function declare<L extends string>(text: FamilyText<L>, type: Family['type'], scope: Scope): void {
  if (declared.has(text.name)) throw new Error(`the metric ${text.name} is declared twice`);
  declared.set(text.name, { ...text, labels: text.labels ?? [], type, scope });
}

const settingsOf = <L extends string>({ name, help, labels = [] }: FamilyText<L>) => ({
  name,
  help,
  labelNames: labels,
  registers: [OWN],
});

/**
 * Declares a counter of this process. `zeros`: label values that are reported from the start, so that the first event is an increase;
 * without them a series begins with its first event.
 */
export function counter<L extends string = never>(
  text: FamilyText<L>,
  zeros: readonly Labels<L>[] = [],
): ProcessCounter<L> {
  declare(text, 'counter', 'process');
  const made = new Counter<L>(settingsOf(text));
  for (const labels of zeros) made.inc(labels, 0);
  return made;
}

/** Declares a counter of this process whose value is a number that the code counts anyway; `read` returns it at a scrape. */
export function readCounter(text: FamilyText<never>, read: () => number): void {
  declare(text, 'counter', 'process');
  new Counter({
    ...settingsOf(text),
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** Declares a gauge of this process that is set when its value changes. */
export function gauge<L extends string = never>(text: FamilyText<L>): ProcessGauge<L> {
  declare(text, 'gauge', 'process');
  return new Gauge<L>(settingsOf(text));
}

/** Declares a gauge of this process whose values are read at a scrape. `read` must not wait. */
export function readGauge<L extends string = never>(text: FamilyText<L>, read: () => readonly Sample<L>[]): void {
  declare(text, 'gauge', 'process');
  new Gauge<L>({
    ...settingsOf(text),
    collect() {
      this.reset();
      for (const { labels, value } of read()) this.set(labels, value);
    },
  });
}

/** Declares a histogram of this process. `buckets`: upper bounds, ascending. */
export function histogram<L extends string = never>(
  text: FamilyText<L>,
  buckets: readonly number[],
): ProcessHistogram<L> {
  declare(text, 'histogram', 'process');
  return new Histogram<L>({ ...settingsOf(text), buckets: [...buckets] });
}
