import { Injectable, type OnModuleInit } from '@nestjs/common';
import { clusterGauge, ClusterMetrics, type Reading, type Sample } from '@libs/metrics';
import { SourcesReport, type SourceReport } from '../sources-report.service';

const FIELD_SHARE = clusterGauge({
  name: 'hrev_source_field_share',
  help: 'Share of the reviews read recently that have the field, 0 to 1.',
  labels: ['source', 'field'],
});
const DRIFT_ALARM = clusterGauge({
  name: 'hrev_source_drift_alarm',
  help: 'Whether an alarm about the field is open, 0 or 1.',
  labels: ['source', 'field'],
});
const UNREAD = clusterGauge({
  name: 'hrev_source_unread_24h',
  help: 'What pages showed in the last 24 hours and could not be read, by part.',
  labels: ['source', 'part'],
});
const VISITS = clusterGauge({
  name: 'hrev_source_visits_24h',
  help: 'Visits of the last 24 hours by outcome.',
  labels: ['source', 'outcome'],
});
const ON_TIME = clusterGauge({
  name: 'hrev_source_visits_on_time_24h',
  help: 'Visits of the last 24 hours that ended on time.',
  labels: ['source'],
});
const NEW_REVIEWS = clusterGauge({
  name: 'hrev_source_new_reviews_24h',
  help: 'New reviews of the last 24 hours.',
  labels: ['source'],
});
const REQUESTS = clusterGauge({
  name: 'hrev_source_requests_today',
  help: 'Requests of the current UTC day.',
  labels: ['source'],
});
const CEILING = clusterGauge({
  name: 'hrev_source_requests_limit',
  help: 'Requests that may be sent in a day.',
  labels: ['source'],
});
const PAUSED = clusterGauge({
  name: 'hrev_source_paused',
  help: 'Whether the operator has paused the source, 0 or 1.',
  labels: ['source'],
});
const RESTING = clusterGauge({
  name: 'hrev_source_resting',
  help: 'Whether the source rests after refusals, 0 or 1.',
  labels: ['source'],
});
const LINKS = clusterGauge({ name: 'hrev_source_links', help: 'Links that are on.', labels: ['source'] });
const FROZEN = clusterGauge({
  name: 'hrev_source_links_frozen',
  help: 'Links that are frozen after lasting failures.',
  labels: ['source'],
});

const EVERY_MS = 30_000;

/** What each source lets us read, as metrics of the installation. */
@Injectable()
export class SourceFigures implements OnModuleInit {
  constructor(
    private readonly metrics: ClusterMetrics,
    private readonly report: SourcesReport,
  ) {}

  onModuleInit(): void {
    this.metrics.add({ name: 'sources', everyMs: EVERY_MS, read: () => this.read() });
  }

  private async read(): Promise<readonly Reading[]> {
    const reports = (await this.report.read()).filter(({ links, day }) => links > 0 || day.visits > 0);
    const perSource = (value: (one: SourceReport) => number): Sample[] =>
      reports.map((one) => ({ labels: { source: one.source.slug }, value: value(one) }));
    const among = (samples: (one: SourceReport) => readonly Sample[]): Sample[] =>
      reports.flatMap((one) =>
        samples(one).map(({ labels, value }) => ({ labels: { source: one.source.slug, ...labels }, value })),
      );
    return [
      { family: FIELD_SHARE, samples: among(shares) },
      {
        family: DRIFT_ALARM,
        samples: among(({ drift }) =>
          drift.map(({ field, alarm }) => ({ labels: { field }, value: alarm === null ? 0 : 1 })),
        ),
      },
      {
        family: UNREAD,
        samples: among(({ unread }) => unread.map(({ part, unread: value }) => ({ labels: { part }, value }))),
      },
      { family: VISITS, samples: among(visits) },
      { family: ON_TIME, samples: perSource(({ day }) => day.onTime) },
      { family: NEW_REVIEWS, samples: perSource(({ day }) => day.newReviews) },
      { family: REQUESTS, samples: perSource(({ requestsUsed }) => requestsUsed) },
      {
        family: CEILING,
        samples: among(({ ceiling }) => (ceiling === null ? [] : [{ labels: {}, value: ceiling }])),
      },
      { family: PAUSED, samples: perSource(({ pausedAt }) => (pausedAt === null ? 0 : 1)) },
      { family: RESTING, samples: perSource(({ restsUntil }) => (restsUntil === null ? 0 : 1)) },
      { family: LINKS, samples: perSource(({ links }) => links) },
      { family: FROZEN, samples: perSource(({ frozen }) => frozen) },
    ];
  }
}

const shares = ({ drift }: SourceReport): readonly Sample[] =>
  drift.flatMap(({ field, share }) => (share === null ? [] : [{ labels: { field }, value: share }]));

const visits = ({ day }: SourceReport): readonly Sample[] => [
  { labels: { outcome: 'success' }, value: day.succeeded },
  ...day.troubles.map(({ code, visits: value }) => ({ labels: { outcome: code }, value })),
];
