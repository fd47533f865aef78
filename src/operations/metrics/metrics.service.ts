import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { ownMetrics, startOwnMetrics } from '@libs/metrics';
import packageJson from '../../../package.json';
import { ClusterCollector } from './cluster-collector.service';

/** The metrics of this process, and in one process also those of the installation (docs/operations/metrics.md). */
@Injectable()
export class Metrics {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'HREV_ROLE' | 'HREV_COMMIT'>,
    private readonly cluster: ClusterCollector,
  ) {}

  /** Begins to watch this process. */
  start(): void {
    const { HREV_ROLE: role, HREV_COMMIT: commit } = this.config;
    startOwnMetrics({ version: packageJson.version, commit: commit ?? 'unknown', role });
  }

  /** The text format of Prometheus. Without the database, the metrics of this process alone. */
  async text(): Promise<string> {
    const ofCluster = await this.cluster.text();
    return `${await ownMetrics()}${ofCluster}`;
  }
}
