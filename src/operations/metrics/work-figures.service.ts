import { Injectable, type OnModuleInit } from '@nestjs/common';
import { clusterGauge, ClusterMetrics, type Reading } from '@libs/metrics';
import { ProcessStore } from '../persistence/process.store';
import { QueuesQuery } from '../persistence/queues.query';
import { TableSizesQuery } from '../persistence/table-sizes.query';

const WAITING = clusterGauge({
  name: 'hrev_queue_waiting',
  help: 'Work that is due and not claimed. The queue events is the outbox.',
  labels: ['queue'],
});
const RUNNING = clusterGauge({ name: 'hrev_queue_running', help: 'Work that is claimed.', labels: ['queue'] });
const OLDEST = clusterGauge({
  name: 'hrev_queue_oldest_seconds',
  help: 'Time since the longest waiting work is due; 0 if none waits.',
  labels: ['queue'],
});
const FAILED = clusterGauge({
  name: 'hrev_queue_failed',
  help: 'Work that failed for good in the last day: of deliveries the dead letters. Events: those whose last attempt failed.',
  labels: ['queue'],
});
const PROCESSES = clusterGauge({
  name: 'hrev_processes',
  help: 'Processes that were seen in the last half minute.',
  labels: ['role', 'version'],
});
const TABLE_BYTES = clusterGauge({
  name: 'hrev_table_size_bytes',
  help: 'Size of a table on disk with its indexes.',
  labels: ['table'],
});
const TABLE_ROWS = clusterGauge({
  name: 'hrev_table_rows',
  help: 'Rows of a table, as PostgreSQL estimates them.',
  labels: ['table'],
});
const DATABASE_BYTES = clusterGauge({ name: 'hrev_database_size_bytes', help: 'Size of the database on disk.' });

const WORK_EVERY_MS = 10_000;
/** Failed work is counted among all work that ended in a day. */
const FAILED_EVERY_MS = 120_000;
const SIZES_EVERY_MS = 300_000;

/** Queues, processes and tables, as metrics of the installation. */
@Injectable()
export class WorkFigures implements OnModuleInit {
  constructor(
    private readonly metrics: ClusterMetrics,
    private readonly queues: QueuesQuery,
    private readonly processes: ProcessStore,
    private readonly tables: TableSizesQuery,
  ) {}

  onModuleInit(): void {
    this.metrics.add({ name: 'queues', everyMs: WORK_EVERY_MS, read: () => this.work() });
    this.metrics.add({ name: 'failed', everyMs: FAILED_EVERY_MS, read: () => this.failed() });
    this.metrics.add({ name: 'processes', everyMs: WORK_EVERY_MS, read: () => this.alive() });
    this.metrics.add({ name: 'tables', everyMs: SIZES_EVERY_MS, read: () => this.sizes() });
  }

  private async work(): Promise<readonly Reading[]> {
    const depths = await this.queues.depths();
    const samples = (value: (one: (typeof depths)[number]) => number) =>
      depths.map((one) => ({ labels: { queue: one.name }, value: value(one) }));
    return [
      { family: WAITING, samples: samples(({ waiting }) => waiting) },
      { family: RUNNING, samples: samples(({ running }) => running) },
      { family: OLDEST, samples: samples(({ oldestSeconds }) => oldestSeconds) },
    ];
  }

  private async failed(): Promise<readonly Reading[]> {
    const counts = await this.queues.failedOfDay();
    return [
      { family: FAILED, samples: counts.map(({ name, failed }) => ({ labels: { queue: name }, value: failed })) },
    ];
  }

  private async alive(): Promise<readonly Reading[]> {
    const kinds = new Map<string, { readonly labels: { role: string; version: string }; value: number }>();
    for (const { role, version } of (await this.processes.list()).filter(({ isAlive }) => isAlive)) {
      const kind = kinds.get(`${role} ${version}`) ?? { labels: { role, version }, value: 0 };
      kind.value += 1;
      kinds.set(`${role} ${version}`, kind);
    }
    return [{ family: PROCESSES, samples: [...kinds.values()] }];
  }

  private async sizes(): Promise<readonly Reading[]> {
    const tables = await this.tables.tables();
    return [
      { family: TABLE_BYTES, samples: tables.map(({ name, bytes }) => ({ labels: { table: name }, value: bytes })) },
      { family: TABLE_ROWS, samples: tables.map(({ name, rows }) => ({ labels: { table: name }, value: rows })) },
      { family: DATABASE_BYTES, samples: [{ labels: {}, value: await this.tables.databaseBytes() }] },
    ];
  }
}
