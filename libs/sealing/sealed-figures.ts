import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { EncryptionKey } from '@libs/config';
import { clusterGauge, ClusterMetrics, type Reading } from '@libs/metrics';
import { KeyStateStore } from './key-state.store';
import { countSealedValues, SEALED_TABLES, type SealedTable } from './sealed-tables';

const VALUES = clusterGauge({
  name: 'hrev_sealed_values',
  help: 'Sealed secrets by table and by the key that sealed them: current, previous, or unknown to the process that reports.',
  labels: ['table', 'key'],
});

/** The tables have a row per account, connection or person. */
const EVERY_MS = 300_000;

/** How many secrets the keys can open, as metrics of the installation. */
@Injectable()
export class SealedFigures implements OnModuleInit {
  constructor(
    private readonly metrics: ClusterMetrics,
    private readonly state: KeyStateStore,
    private readonly key: EncryptionKey,
    @Inject(SEALED_TABLES) private readonly tables: readonly SealedTable[],
  ) {}

  onModuleInit(): void {
    this.metrics.add({ name: 'sealed', everyMs: EVERY_MS, read: () => this.read() });
  }

  private async read(): Promise<readonly Reading[]> {
    const counts = await countSealedValues(this.state, this.key, this.tables);
    const samples = counts.flatMap(({ table, current, older, unreadable }) => [
      { labels: { table, key: 'current' }, value: current },
      { labels: { table, key: 'previous' }, value: older },
      { labels: { table, key: 'unknown' }, value: unreadable },
    ]);
    return [{ family: VALUES, samples }];
  }
}
