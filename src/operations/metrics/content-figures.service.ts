import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '@libs/database';
import { clusterGauge, ClusterMetrics, type Reading } from '@libs/metrics';
import { LIMITED_SOURCES } from '@libs/sources';
import { oldestRecords } from '@src/reviews';

const OLDEST = clusterGauge({
  name: 'hrev_source_oldest_record_seconds',
  help: 'Age of the oldest stored record of a source whose terms limit how long records may be kept.',
  labels: ['source'],
});
const LIMIT = clusterGauge({
  name: 'hrev_source_record_limit_seconds',
  help: 'How long records of a source may be kept by its terms.',
  labels: ['source'],
});

const EVERY_MS = 60_000;
const DAY_SECONDS = 86_400;

/** How old the stored records of sources with a limit are, as metrics of the installation. */
@Injectable()
export class ContentFigures implements OnModuleInit {
  constructor(
    private readonly metrics: ClusterMetrics,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.metrics.add({ name: 'content', everyMs: EVERY_MS, read: () => this.read() });
  }

  private async read(): Promise<readonly Reading[]> {
    const ages = await oldestRecords(
      this.database,
      LIMITED_SOURCES.map(({ id }) => id),
    );
    const secondsOf = new Map(ages.map(({ sourceId, seconds }) => [sourceId, seconds]));
    return [
      {
        family: OLDEST,
        samples: LIMITED_SOURCES.flatMap(({ id, slug }) => {
          const value = secondsOf.get(id);
          return value === undefined ? [] : [{ labels: { source: slug }, value }];
        }),
      },
      {
        family: LIMIT,
        samples: LIMITED_SOURCES.map(({ slug, days }) => ({ labels: { source: slug }, value: days * DAY_SECONDS })),
      },
    ];
  }
}
