import { Injectable } from '@nestjs/common';
import {
  SourceControlService,
  SourceControlStore,
  SourceHealthStore,
  type RoadAges,
  type SourceEvent,
  type UnreadOfSource,
} from '@src/collection';
import { SourceCatalogue, type CatalogueSource } from '@src/sources';
import { RECENT_HOURS, stateOf, visitsOfDay, type SourceStateName, type VisitsOfDay } from './domain/source-state';
import { DriftReader, type FieldDrift } from './drift-reader.service';

/** How a source is read. */
export type ReadingWay = 'api' | 'http' | 'browser' | 'both' | 'declared' | 'removed';

export interface SourceReport {
  readonly source: CatalogueSource;
  readonly way: ReadingWay;
  readonly state: SourceStateName;
  readonly pausedAt: Date | null;
  readonly pauseReason: string | null;
  readonly restsUntil: Date | null;
  readonly day: VisitsOfDay;
  readonly requestsUsed: number;
  /** Requests per day; null for a source that this version cannot read. */
  readonly ceiling: number | null;
  readonly links: number;
  readonly frozen: number;
  /** Links that are due now or in the next hour. */
  readonly dueWithinHour: number;
  readonly lastGoodAt: Date | null;
  /** How long ago its links were read, a row for each road. */
  readonly ages: readonly RoadAges[];
  readonly drift: readonly FieldDrift[];
  /** What its pages showed in 24 hours and could not be read, the largest count first. */
  readonly unread: readonly UnreadOfSource[];
}

export interface SourcesTotals {
  readonly dueWithinHour: number;
  readonly visits: number;
  readonly onTime: number;
  readonly newReviews: number;
  readonly frozen: number;
  readonly frozenReasons: readonly { readonly code: string; readonly n: number }[];
}

/** A cached report is shown for this long: several operators and metrics read it. */
const CACHED_MS = 5_000;
const EVENTS_SHOWN = 50;
const HOURS_SHOWN = 24;

/** A source that no process has used. */
const UNKNOWN_STATE = { pausedAt: null, pauseReason: null, restsUntil: null, requestsUsed: 0 };
const NO_LINKS = { links: 0, frozen: 0, dueWithinHour: 0 };

/** What each source lets us read, over all accounts. */
@Injectable()
export class SourcesReport {
  private cached: { readonly until: number; readonly report: Promise<readonly SourceReport[]> } | null = null;

  constructor(
    private readonly catalogue: SourceCatalogue,
    private readonly health: SourceHealthStore,
    private readonly controlStore: SourceControlStore,
    private readonly control: SourceControlService,
    private readonly drift: DriftReader,
  ) {}

  async list(): Promise<{ readonly sources: readonly SourceReport[]; readonly totals: SourcesTotals }> {
    const sources = await this.read();
    const sum = (value: (report: SourceReport) => number): number => sources.reduce((all, one) => all + value(one), 0);
    return {
      sources,
      totals: {
        dueWithinHour: sum(({ dueWithinHour }) => dueWithinHour),
        visits: sum(({ day }) => day.visits),
        onTime: sum(({ day }) => day.onTime),
        newReviews: sum(({ day }) => day.newReviews),
        frozen: sum(({ frozen }) => frozen),
        frozenReasons: await this.controlStore.frozenReasons(),
      },
    };
  }

  /** One source. Throws 404 if there is none with this slug. */
  async single(slug: string): Promise<SourceReport> {
    const { id } = this.control.source(slug);
    const report = (await this.read()).find(({ source }) => source.id === id);
    if (report === undefined) throw new Error(`the source ${slug} has no report`);
    return report;
  }

  /** What happened to a source, latest first. */
  async events(sourceId: number): Promise<readonly SourceEvent[]> {
    return this.controlStore.events(EVENTS_SHOWN, { sourceId });
  }

  /** Forgets the cached report, because a source was changed. */
  forget(): void {
    this.cached = null;
  }

  /** The report, at most five seconds old. */
  async read(): Promise<readonly SourceReport[]> {
    if (this.cached !== null && this.cached.until > performance.now()) return this.cached.report;
    const report = this.query();
    const cached = { until: performance.now() + CACHED_MS, report };
    this.cached = cached;
    report.catch(() => {
      // A later report may have taken its place meanwhile.
      if (this.cached === cached) this.cached = null;
    });
    return report;
  }

  private async query(): Promise<readonly SourceReport[]> {
    const now = new Date();
    const hours = await this.health.hours(HOURS_SHOWN);
    const states = new Map((await this.controlStore.states()).map((state) => [state.sourceId, state]));
    const links = new Map((await this.controlStore.links()).map((one) => [one.sourceId, one]));
    const lastGood = await this.health.lastGood();
    const ages = await this.health.ages();
    const drift = await this.drift.read();
    const unread = await this.health.unreadParts(HOURS_SHOWN);
    const recent = await this.health.visitsByAccount(RECENT_HOURS);
    const shared = new Set(
      (await this.health.activeLinks()).filter(({ accounts }) => accounts > 1).map(({ sourceId }) => sourceId),
    );
    return this.catalogue.all().map((source): SourceReport => {
      const { pausedAt, pauseReason, restsUntil, requestsUsed } = states.get(source.id) ?? UNKNOWN_STATE;
      const counted = links.get(source.id) ?? NO_LINKS;
      const fields = drift.filter(({ sourceId }) => sourceId === source.id);
      const day = visitsOfDay(
        hours.filter(({ sourceId }) => sourceId === source.id),
        now,
      );
      return {
        source,
        way: this.wayOf(source),
        state: stateOf({
          isPaused: pausedAt !== null,
          isResting: restsUntil !== null,
          hasAlarm: fields.some(({ alarm }) => alarm !== null),
          day,
          recent: recent.filter(({ sourceId }) => sourceId === source.id),
          isShared: shared.has(source.id),
        }),
        pausedAt,
        pauseReason,
        restsUntil,
        day,
        requestsUsed,
        ceiling: this.catalogue.platform(source.id)?.facts.politeness.dailyRequests ?? null,
        links: counted.links,
        frozen: counted.frozen,
        dueWithinHour: counted.dueWithinHour,
        lastGoodAt: lastGood.get(source.id) ?? null,
        ages: ages.filter(({ sourceId }) => sourceId === source.id),
        drift: fields,
        unread: unread.filter(({ sourceId }) => sourceId === source.id),
      };
    });
  }

  private wayOf({ id }: CatalogueSource): ReadingWay {
    const platform = this.catalogue.platform(id);
    if (platform === undefined) return 'removed';
    if (platform.facts.id === null) return 'declared';
    return platform.publicRoad?.reading ?? 'api';
  }
}
