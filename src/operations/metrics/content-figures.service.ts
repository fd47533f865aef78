import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '@libs/database';
import { clusterGauge, ClusterMetrics, type Reading } from '@libs/metrics';
import { oldestRecords } from '@src/reviews';
import { SourceCatalogue } from '@src/sources';

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
    private readonly catalogue: SourceCatalogue,
  ) {}

  onModuleInit(): void {
    this.metrics.add({ name: 'content', everyMs: EVERY_MS, read: () => this.read() });
  }

  private async read(): Promise<readonly Reading[]> {
    const limited = this.catalogue
      .all()
      .flatMap(({ id, slug, contentLimit }) => (contentLimit === null ? [] : [{ id, slug, days: contentLimit.days }]));
    const ages = await oldestRecords(
      this.database,
      limited.map(({ id }) => id),
    );
    const slugOf = new Map(limited.map(({ id, slug }) => [id, slug]));
    return [
      {
        family: OLDEST,
        samples: ages.map(({ sourceId, seconds }) => ({
          labels: { source: slugOf.get(sourceId) ?? '' },
          value: seconds,
        })),
      },
      {
        family: LIMIT,
        samples: limited.map(({ slug, days }) => ({ labels: { source: slug }, value: days * DAY_SECONDS })),
      },
    ];
  }
}
