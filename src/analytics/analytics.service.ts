/**
 * Figures of the reviews of an object, a folder or an account (contract §4.7, §4.8, §4.13). This service selects the reviews, the reviews
 * context counts them, and `domain/figures.ts` adds up the counts.
 */
import { Injectable } from '@nestjs/common';
import type { Selection } from '@libs/kernel';
import {
  coverageOf,
  CoverageService,
  coversNothing,
  NewestDatesQuery,
  ReplyDelayQuery,
  ReviewCountQuery,
  type CountCell,
  type CountedRange,
  type CountedSources,
  type Granularity,
  type NewestDates,
} from '@src/reviews';
import { SourceCatalogue } from '@src/sources';
import { CountedScopes, type CountParams, type Reader, type TrialAccess } from './counted-scopes';
import { seriesRange, summaryRange, SUMMARY_START } from './domain/applied-range';
import { figuresOf, hoursOf, type Figures } from './domain/figures';
import { periodsOf } from './domain/periods';
import { PlatformRatingQuery, type PlatformRating } from './persistence/platform-rating.query';

export interface SummaryParams extends CountParams {
  /** Whether the summary has `medianReplyHours`; v2 does not show it. */
  readonly withReplyDelay?: boolean;
}

export interface SeriesParams extends CountParams {
  readonly granularity: Granularity;
}

/** The filters of a result, with defaults. */
export interface Applied {
  readonly selection: Selection;
  /** Ids of all objects that the request covers, ascending. */
  readonly objectIds: readonly number[];
  readonly range: CountedRange;
  readonly sourceIds: readonly number[];
  readonly generatedAt: Date;
}

export interface SourceFigures {
  readonly sourceId: number;
  readonly sourceName: string;
  readonly figures: Figures;
  readonly latestReviewDate: string | null;
}

export interface Summary {
  readonly applied: Applied;
  readonly total: Figures;
  readonly lastReplyDate: string | null;
  /** The median time from a review to its reply; null if it is unknown or was not requested. */
  readonly medianReplyHours: number | null;
  readonly bySource: readonly SourceFigures[];
  /** Null if all reviews are visible. */
  readonly access: TrialAccess | null;
}

/** The figures of the reviews in one language. */
export interface LanguageFigures {
  readonly language: string;
  readonly figures: Figures;
}

export interface ByLanguage {
  readonly applied: Applied;
  /** The most frequent language first, ties by language. */
  readonly languages: readonly LanguageFigures[];
  /** Null if all reviews are visible. */
  readonly access: TrialAccess | null;
}

export interface SeriesPoint {
  readonly period: string;
  readonly figures: Figures;
}

export interface Series {
  /** 0 for the series of all sources. */
  readonly sourceId: number;
  readonly sourceName: string;
  readonly points: readonly SeriesPoint[];
}

export interface Timeseries {
  readonly applied: Applied;
  readonly granularity: Granularity;
  readonly series: readonly Series[];
}

/** The id of the series of all sources together. */
export const ALL_SOURCES = 0;
const NO_DATES: NewestDates = { reply: null, reviewBySource: new Map() };

@Injectable()
export class AnalyticsService {
  constructor(
    private readonly coverages: CoverageService,
    private readonly scopes: CountedScopes,
    private readonly counts: ReviewCountQuery,
    private readonly newest: NewestDatesQuery,
    private readonly replyDelays: ReplyDelayQuery,
    private readonly ratings: PlatformRatingQuery,
    private readonly sources: SourceCatalogue,
  ) {}

  /** Figures of all matching reviews, in total and by source. Throws 422 for contradicting bounds, 404 for an object or folder of another account. */
  async summary(reader: Reader, selection: Selection, params: SummaryParams): Promise<Summary> {
    const now = new Date();
    const range = summaryRange(params.published, dateOf(now));
    const { scope, everything } = await this.scopes.of(reader, selection, params);
    const isEmpty = coversNothing(scope.coverage);
    const cells = isEmpty ? [] : await this.counts.ofSummary(scope, range, { from: SUMMARY_START, to: dateOf(now) });
    const total = figuresOf(cells);
    const [dates, delay] = await Promise.all([
      isEmpty ? NO_DATES : this.newest.among(scope, range, sourcesOf(cells)),
      isEmpty || !params.withReplyDelay ? null : this.replyDelays.medianSeconds(scope, range, total.withReply),
    ]);
    const sourceIds = [...new Set(scope.coverage.links.map((link) => link.sourceId))].sort((a, b) => a - b);
    return {
      applied: { selection, objectIds: everything.objectIds, range, sourceIds: params.sourceIds, generatedAt: now },
      total,
      lastReplyDate: dates.reply,
      medianReplyHours: delay === null ? null : hoursOf(delay),
      bySource: sourceIds.map((sourceId) => ({
        sourceId,
        sourceName: this.nameOf(sourceId),
        figures: figuresOf(cells.filter((cell) => cell.sourceId === sourceId)),
        latestReviewDate: dates.reviewBySource.get(sourceId) ?? null,
      })),
      access: await this.scopes.trialAccess(reader, everything),
    };
  }

  /** Figures of all matching reviews by the language of their text. Throws as `summary` does. */
  async languages(reader: Reader, selection: Selection, params: CountParams): Promise<ByLanguage> {
    const now = new Date();
    const range = summaryRange(params.published, dateOf(now));
    const { scope, everything } = await this.scopes.of(reader, selection, params);
    const usual = { from: SUMMARY_START, to: dateOf(now) };
    const isEmpty = coversNothing(scope.coverage);
    const cells = isEmpty ? new Map<string, []>() : await this.counts.ofLanguages(scope, range, usual);
    const languages = [...cells].map(([language, ofLanguage]) => ({ language, figures: figuresOf(ofLanguage) }));
    languages.sort(
      (one, other) => other.figures.reviewCount - one.figures.reviewCount || (one.language < other.language ? -1 : 1),
    );
    return {
      applied: { selection, objectIds: everything.objectIds, range, sourceIds: params.sourceIds, generatedAt: now },
      languages,
      access: await this.scopes.trialAccess(reader, everything),
    };
  }

  /** Figures by period: a series for each requested source in the order of the request. An unknown source has no series. */
  async timeseries(reader: Reader, selection: Selection, params: SeriesParams): Promise<Timeseries> {
    const now = new Date();
    const range = seriesRange(params.published, dateOf(now));
    const periods = periodsOf(range, params.granularity);
    const { scope, everything } = await this.scopes.of(reader, selection, { ...params, sourceIds: countedIds(params) });
    const covered = new Set(everything.links.map((link) => link.sourceId));
    const requested = params.sourceIds.filter((id) => id === ALL_SOURCES || covered.has(id) || this.sources.byId(id));
    const isEmpty = requested.length === 0 || coversNothing(scope.coverage);
    const options = { granularity: params.granularity, bySource: requested.some((id) => id !== ALL_SOURCES) };
    const cells = isEmpty ? [] : await this.counts.ofSeries(scope, range, options);
    return {
      applied: { selection, objectIds: everything.objectIds, range, sourceIds: params.sourceIds, generatedAt: now },
      granularity: params.granularity,
      series: requested.map((sourceId) => {
        const ofSource = sourceId === ALL_SOURCES ? cells : cells.filter((cell) => cell.sourceId === sourceId);
        const byStart = groupByStart(ofSource);
        const points = periods.map(({ start, name }) => ({
          period: name,
          figures: figuresOf(byStart.get(start) ?? []),
        }));
        return { sourceId, sourceName: this.nameOf(sourceId), points };
      }),
    };
  }

  /** The figures that the platforms publish for every covered link. The visible limit of a trial does not apply. */
  async platformRatings(reader: Reader, selection: Selection): Promise<readonly PlatformRating[]> {
    const { mode, composition } = await this.coverages.resolve(reader.accountId, selection);
    return this.ratings.of(coverageOf(reader.accountId, mode, composition, { linkIds: [], sourceIds: [] }));
  }

  private nameOf(sourceId: number): string {
    return sourceId === ALL_SOURCES ? 'all' : this.sources.slugOf(sourceId);
  }
}

/** The sources that the series count; empty: all. */
const countedIds = ({ sourceIds }: CountParams): readonly number[] =>
  sourceIds.includes(ALL_SOURCES) ? [] : sourceIds;

const sourcesOf = (cells: readonly CountCell[]): CountedSources => ({
  sourceIds: new Set(cells.map((cell) => cell.sourceId)),
  hasReplies: cells.some((cell) => cell.withReply > 0),
});

const dateOf = (instant: Date): string => instant.toISOString().slice(0, 10);

function groupByStart(cells: readonly CountCell[]): ReadonlyMap<string | null, CountCell[]> {
  const groups = new Map<string | null, CountCell[]>();
  for (const cell of cells) {
    const group = groups.get(cell.start);
    if (group) group.push(cell);
    else groups.set(cell.start, [cell]);
  }
  return groups;
}
