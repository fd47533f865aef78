import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { clusterGauge, ClusterMetrics, type Reading } from '@libs/metrics';
import { shortestPeriodMs } from '@libs/sources';
import { SourceCatalogue } from '@src/sources';
import { periodOf } from '../domain/schedule';
import { CollectionFiguresQuery } from './persistence/collection-figures.query';
import { SourceHealthStore, type RoadAges } from './persistence/source-health.store';

const DUE = clusterGauge({
  name: 'hrev_collection_links_due',
  help: 'Links that are due and not being read: not planned yet, or waiting for a worker.',
  labels: ['source'],
});
const LATENESS = clusterGauge({
  name: 'hrev_collection_lateness_seconds',
  help: 'Time since the due time of the links that are due: the 50th and 95th percentile, and the longest (100).',
  labels: ['source', 'percentile'],
});
const AGES = clusterGauge({
  name: 'hrev_source_link_age_seconds',
  help: 'Time since the links of a road were read with success, without frozen links: the 50th and 95th percentile.',
  labels: ['source', 'road', 'percentile'],
});
const PERIODS = clusterGauge({
  name: 'hrev_source_period_seconds',
  help: 'How often the links of a road are to be read: its setting, or the shortest period that the platform permits.',
  labels: ['source', 'road'],
});
const NEVER_READ = clusterGauge({
  name: 'hrev_source_links_never_read',
  help: 'Links that are on and were never read with success, without frozen links.',
  labels: ['source'],
});
const COMPLETENESS = clusterGauge({
  name: 'hrev_source_completeness_ratio',
  help: 'Share of the reviews that the platform states that is stored, 0 to 1, over all links that were read.',
  labels: ['source'],
});

const LATENESS_EVERY_MS = 10_000;
const AGES_EVERY_MS = 30_000;
const COMPLETENESS_EVERY_MS = 120_000;

/** How late the collection is, and how old and complete what clients read is, as metrics of the installation. */
@Injectable()
export class CollectionFigures implements OnModuleInit {
  constructor(
    private readonly metrics: ClusterMetrics,
    private readonly query: CollectionFiguresQuery,
    private readonly health: SourceHealthStore,
    private readonly catalogue: SourceCatalogue,
    @Inject(CONFIG) private readonly config: Pick<Config, 'HREV_COLLECT_EVERY' | 'HREV_COLLECT_OWNER_EVERY'>,
  ) {}

  onModuleInit(): void {
    this.metrics.add({ name: 'lateness', everyMs: LATENESS_EVERY_MS, read: () => this.lateness() });
    this.metrics.add({ name: 'ages', everyMs: AGES_EVERY_MS, read: () => this.ages() });
    this.metrics.add({ name: 'completeness', everyMs: COMPLETENESS_EVERY_MS, read: () => this.completeness() });
  }

  private async lateness(): Promise<readonly Reading[]> {
    const rows = new Map((await this.query.lateness()).map((row) => [row.sourceId, row]));
    const sources = this.catalogue.all().map(({ id, slug: source }) => ({ source, row: rows.get(id) }));
    return [
      { family: DUE, samples: sources.map(({ source, row }) => ({ labels: { source }, value: row?.due ?? 0 })) },
      {
        family: LATENESS,
        samples: sources.flatMap(({ source, row }) => [
          { labels: { source, percentile: '50' }, value: row?.p50 ?? 0 },
          { labels: { source, percentile: '95' }, value: row?.p95 ?? 0 },
          { labels: { source, percentile: '100' }, value: row?.longest ?? 0 },
        ]),
      },
    ];
  }

  private async ages(): Promise<readonly Reading[]> {
    const ages = await this.health.ages();
    const neverRead = new Map<number, number>();
    for (const { sourceId, neverRead: n } of ages) neverRead.set(sourceId, (neverRead.get(sourceId) ?? 0) + n);
    return [
      { family: AGES, samples: ages.flatMap((one) => ageSamples(this.catalogue.labelOf(one.sourceId), one)) },
      { family: PERIODS, samples: ages.flatMap((one) => this.periodSample(one)) },
      {
        family: NEVER_READ,
        samples: [...neverRead].map(([id, value]) => ({ labels: { source: this.catalogue.labelOf(id) }, value })),
      },
    ];
  }

  private async completeness(): Promise<readonly Reading[]> {
    const samples = (await this.query.completeness()).map(({ sourceId, share }) => ({
      labels: { source: this.catalogue.labelOf(sourceId) },
      value: share,
    }));
    return [{ family: COMPLETENESS, samples }];
  }

  /** The period of the links of a road; none for a road that this version does not have. */
  private periodSample({ sourceId, road: name }: RoadAges) {
    const road = this.catalogue.byId(sourceId)?.roads.find((one) => one.name === name);
    if (road === undefined) return [];
    const { HREV_COLLECT_EVERY: publicMs, HREV_COLLECT_OWNER_EVERY: ownerMs } = this.config;
    const link = { readBy: road.readBy, frozenAt: null, lastingFailures: 0 };
    const periodMs = periodOf(link, shortestPeriodMs(road), { publicMs, ownerMs });
    return [{ labels: { source: this.catalogue.labelOf(sourceId), road: road.name }, value: periodMs / 1_000 }];
  }
}

/** The percentiles of a road; none if none of its links was read. */
function ageSamples(source: string, { road, p50, p95 }: RoadAges) {
  if (road === null || p50 === null || p95 === null) return [];
  return [
    { labels: { source, road, percentile: '50' }, value: p50 },
    { labels: { source, road, percentile: '95' }, value: p95 },
  ];
}
