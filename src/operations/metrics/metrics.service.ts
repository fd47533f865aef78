import { Injectable } from '@nestjs/common';
import type { RoadAges } from '@src/collection';
import { ProcessStore } from '../persistence/process.store';
import { QueuesQuery } from '../persistence/queues.query';
import { SourcesReport, type SourceReport } from '../sources-report.service';
import { exposition, type Gauge, type Sample } from './exposition';

const CACHED_MS = 10_000;

/** The metrics of the installation. Read from the database at a scrape, at most every ten seconds; requests of clients are not counted. */
@Injectable()
export class Metrics {
  private cached: { readonly until: number; readonly text: Promise<string> } | null = null;

  constructor(
    private readonly report: SourcesReport,
    private readonly queues: QueuesQuery,
    private readonly processes: ProcessStore,
  ) {}

  async text(): Promise<string> {
    if (this.cached !== null && this.cached.until > performance.now()) return this.cached.text;
    const text = this.query();
    this.cached = { until: performance.now() + CACHED_MS, text };
    text.catch(() => (this.cached = null));
    return text;
  }

  private async query(): Promise<string> {
    return exposition([...(await this.ofSources()), ...(await this.ofQueues()), await this.ofProcesses()]);
  }

  private async ofSources(): Promise<readonly Gauge[]> {
    const reports = (await this.report.read()).filter(({ links, day }) => links > 0 || day.visits > 0);
    const perSource = (value: (one: (typeof reports)[number]) => number): readonly Sample[] =>
      reports.map((one) => ({ labels: { source: one.source.slug }, value: value(one) }));
    return [
      {
        name: 'hrev_source_field_share',
        help: 'Share of the reviews read recently that have the field, 0 to 1.',
        samples: reports.flatMap(({ source, drift }) =>
          drift.flatMap(({ field, share }) =>
            share === null ? [] : [{ labels: { source: source.slug, field }, value: share }],
          ),
        ),
      },
      {
        name: 'hrev_source_drift_alarm',
        help: 'Whether an alarm about the field is open, 0 or 1.',
        samples: reports.flatMap(({ source, drift }) =>
          drift.map(({ field, alarm }) => ({ labels: { source: source.slug, field }, value: alarm === null ? 0 : 1 })),
        ),
      },
      unreadOf(reports),
      {
        name: 'hrev_source_visits_24h',
        help: 'Visits of the last 24 hours by outcome.',
        samples: reports.flatMap(({ source, day }) => [
          { labels: { source: source.slug, outcome: 'success' }, value: day.succeeded },
          ...day.troubles.map(({ code, visits }) => ({
            labels: { source: source.slug, outcome: code },
            value: visits,
          })),
        ]),
      },
      {
        name: 'hrev_source_requests_today',
        help: 'Requests of the current UTC day.',
        samples: perSource(({ requestsUsed }) => requestsUsed),
      },
      {
        name: 'hrev_source_paused',
        help: 'Whether the operator has paused the source, 0 or 1.',
        samples: perSource(({ pausedAt }) => (pausedAt === null ? 0 : 1)),
      },
      {
        name: 'hrev_source_resting',
        help: 'Whether the source rests after refusals, 0 or 1.',
        samples: perSource(({ restsUntil }) => (restsUntil === null ? 0 : 1)),
      },
      ...linkGauges(reports),
    ];
  }

  private async ofQueues(): Promise<readonly Gauge[]> {
    const states = await this.queues.states();
    const now = Date.now();
    const perQueue = (value: (state: (typeof states)[number]) => number): readonly Sample[] =>
      states.map((state) => ({ labels: { queue: state.name }, value: value(state) }));
    return [
      {
        name: 'hrev_queue_waiting',
        help: 'Work that is due and not claimed.',
        samples: perQueue(({ waiting }) => waiting),
      },
      { name: 'hrev_queue_running', help: 'Work that is claimed.', samples: perQueue(({ running }) => running) },
      {
        name: 'hrev_queue_failed',
        help: 'Work that failed for good in the last day.',
        samples: perQueue(({ failed }) => failed),
      },
      {
        name: 'hrev_queue_oldest_seconds',
        help: 'Age of the longest waiting work.',
        samples: perQueue(({ oldestAt }) =>
          oldestAt === null ? 0 : Math.max(0, Math.round((now - oldestAt.getTime()) / 1000)),
        ),
      },
    ];
  }

  private async ofProcesses(): Promise<Gauge> {
    const alive = (await this.processes.list()).filter(({ isAlive }) => isAlive);
    const kinds = new Map<string, { readonly labels: Sample['labels']; value: number }>();
    for (const { role, version } of alive) {
      const kind = kinds.get(`${role} ${version}`) ?? { labels: { role, version }, value: 0 };
      kind.value += 1;
      kinds.set(`${role} ${version}`, kind);
    }
    return {
      name: 'hrev_processes',
      help: 'Processes that were seen in the last half minute.',
      samples: [...kinds.values()],
    };
  }
}

/** Which links are not read as they should be. */
function linkGauges(reports: readonly SourceReport[]): readonly Gauge[] {
  return [
    {
      name: 'hrev_source_links_frozen',
      help: 'Links that are frozen after lasting failures.',
      samples: reports.map(({ source, frozen }) => ({ labels: { source: source.slug }, value: frozen })),
    },
    {
      name: 'hrev_source_link_age_seconds',
      help: 'Time since the links of a road were read with success, without frozen links: the 0.5 and 0.95 quantiles.',
      samples: reports.flatMap(({ source, ages }) => ages.flatMap((one) => ageSamples(source.slug, one))),
    },
    {
      name: 'hrev_source_links_never_read',
      help: 'Links that are on and were never read with success, without frozen links.',
      samples: reports.map(({ source, ages }) => ({
        labels: { source: source.slug },
        value: ages.reduce((sum, { neverRead }) => sum + neverRead, 0),
      })),
    },
  ];
}

/** The quantiles of a road; none if none of its links was read. */
function ageSamples(source: string, { road, p50, p95 }: RoadAges): readonly Sample[] {
  if (road === null || p50 === null || p95 === null) return [];
  return [
    { labels: { source, road, quantile: '0.5' }, value: p50 },
    { labels: { source, road, quantile: '0.95' }, value: p95 },
  ];
}

const unreadOf = (reports: readonly SourceReport[]): Gauge => ({
  name: 'hrev_source_unread_24h',
  help: 'What pages showed in the last 24 hours and could not be read, by part.',
  samples: reports.flatMap(({ source, unread }) =>
    unread.map(({ part, unread: count }) => ({ labels: { source: source.slug, part }, value: count })),
  ),
});
