import { Injectable, type OnModuleInit } from '@nestjs/common';
import { clusterGauge, ClusterMetrics, type Reading } from '@libs/metrics';
import { SourceCatalogue } from '@src/sources';
import { SWITCHES, SwitchStore } from '@src/switches';

const OFF = clusterGauge({
  name: 'hrev_switch_off',
  help: 'Whether the operator has switched it off, 0 or 1. The source all: of all sources together; of a single one only while it is off.',
  labels: ['switch', 'source'],
});

const EVERY_MS = 5_000;
const ALL = 'all';

/** What the operator has switched off, as metrics of the installation. */
@Injectable()
export class SwitchFigures implements OnModuleInit {
  constructor(
    private readonly metrics: ClusterMetrics,
    private readonly switches: SwitchStore,
    private readonly catalogue: SourceCatalogue,
  ) {}

  onModuleInit(): void {
    this.metrics.add({ name: 'switches', everyMs: EVERY_MS, read: () => this.read() });
  }

  private async read(): Promise<readonly Reading[]> {
    const off = await this.switches.list();
    const general = SWITCHES.map((name) => ({
      labels: { switch: name, source: ALL },
      value: off.some((one) => one.name === name && one.sourceId === null) ? 1 : 0,
    }));
    const single = off.flatMap(({ name, sourceId }) =>
      sourceId === null
        ? []
        : [{ labels: { switch: name, source: this.catalogue.byId(sourceId)?.slug ?? String(sourceId) }, value: 1 }],
    );
    return [{ family: OFF, samples: [...general, ...single] }];
  }
}
