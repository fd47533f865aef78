/**
 * Metrics of the installation, which are read from the database: one process reports them, so that a sum over processes counts nothing
 * twice. The contexts add readers for their own tables; which process reads them is decided above (`src/operations/metrics`).
 */
import { Gauge, Registry } from 'prom-client';
import { counter, declare, type FamilyText, type Sample } from './families';

/** A gauge of the installation. */
export interface ClusterFamily<L extends string = string> extends FamilyText<L> {
  readonly labels: readonly L[];
}

/** The current samples of a family, all of them. */
export interface Reading<L extends string = string> {
  readonly family: ClusterFamily<L>;
  readonly samples: readonly Sample<L>[];
}

/** Reads some families. Its statements are bounded: they read an index, or a table whose size does not grow with the reviews. */
export interface ClusterReader {
  readonly name: string;
  /** How long its readings may be reported before they are read again. */
  readonly everyMs: number;
  read(): Promise<readonly Reading[]>;
}

interface KnownReader {
  readonly reader: ClusterReader;
  readAt: number;
  readings: readonly Reading[];
  seconds: number;
}

const READER_SECONDS = clusterGauge({
  name: 'hrev_cluster_reader_duration_seconds',
  help: 'How long a reader of cluster metrics took to read them the last time.',
  labels: ['reader'],
});
const FAILURES = counter({
  name: 'hrev_cluster_reader_failures_total',
  help: 'Readings of cluster metrics that failed; the families of the reader are absent until the next one.',
  labels: ['reader'],
});

/** Declares a gauge of the installation. */
export function clusterGauge<L extends string = never>(text: FamilyText<L>): ClusterFamily<L> {
  declare(text, 'gauge', 'cluster');
  return { ...text, labels: text.labels ?? [] };
}

/** The readers of one application, and their last readings. */
export class ClusterMetrics {
  private readonly readers = new Map<string, KnownReader>();
  private reading: Promise<void> | null = null;

  /** `onFailure` receives the error of each failed reading. */
  constructor(private readonly onFailure: (reader: string, error: unknown) => void = () => undefined) {}

  add(reader: ClusterReader): void {
    this.readers.set(reader.name, { reader, readAt: -Infinity, readings: [], seconds: 0 });
  }

  /** Reads what is older than its readers allow, one reader after another. Concurrent calls share a reading. Never rejects. */
  read(): Promise<void> {
    this.reading ??= this.readDue().finally(() => (this.reading = null));
    return this.reading;
  }

  /** Forgets all readings: another process reports them now. */
  forget(): void {
    for (const known of this.readers.values()) Object.assign(known, { readAt: -Infinity, readings: [] });
  }

  /** The last readings in the text format of Prometheus. */
  async text(): Promise<string> {
    const registry = new Registry();
    const known = [...this.readers.values()].filter(({ readAt }) => readAt > -Infinity);
    const costs = known.map(({ reader, seconds }) => ({ labels: { reader: reader.name }, value: seconds }));
    for (const { family, samples } of [
      ...known.flatMap(({ readings }) => readings),
      { family: READER_SECONDS, samples: costs },
    ]) {
      const { name, help, labels } = family;
      const gauge = new Gauge({ name, help, labelNames: labels, registers: [registry] });
      for (const sample of samples) gauge.set(sample.labels, sample.value);
    }
    return registry.metrics();
  }

  private async readDue(): Promise<void> {
    for (const known of this.readers.values())
      if (performance.now() - known.readAt >= known.reader.everyMs) await this.readOne(known);
  }

  private async readOne(known: KnownReader): Promise<void> {
    const beganAt = performance.now();
    const { reader } = known;
    try {
      known.readings = await reader.read();
    } catch (error) {
      known.readings = [];
      FAILURES.inc({ reader: reader.name });
      this.onFailure(reader.name, error);
    }
    known.readAt = beganAt;
    known.seconds = (performance.now() - beganAt) / 1000;
  }
}
