import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';
import type { operations } from '../schema.gen';

export type Summary = Schemas['AnalyticsSummary'];
export type PlatformFigures = Schemas['SourceSummary'];
export type Series = Schemas['AnalyticsTimeseries'];
export type ObjectFigures = Schemas['FiguresOfObject'];
export type LanguageFigures = Schemas['LanguageSummary'];
export type ReplyTimes = Schemas['ReplyTimes'];
export type PlatformRating = Schemas['LinkRating'];
export type SummaryFilter = NonNullable<operations['getAnalytics']['parameters']['query']>;
export type SeriesFilter = NonNullable<operations['getTimeseries']['parameters']['query']>;
export type ObjectsFilter = NonNullable<operations['listObjectFigures']['parameters']['query']>;

const FRESH_MS = 30_000;
/** Unrated reviews are counted; averages are of rated ones in any case. */
const WITH_UNRATED = { min_rating: 0 };

const analyticsKeys = {
  all: (accountId: number) => ['account', accountId, 'analytics'] as const,
};

/** Figures of a scope; without an object and a folder, of the account. */
export const summaryQuery = (accountId: number, filter: SummaryFilter) =>
  queryOptions({
    queryKey: [...analyticsKeys.all(accountId), 'summary', filter],
    queryFn: () => call(accountId, 'GET', '/v3/analytics', { query: { ...WITH_UNRATED, ...filter } }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });

/** Figures over time. The filter names an object, a folder or the account. */
export const seriesQuery = (accountId: number, filter: SeriesFilter) =>
  queryOptions({
    queryKey: [...analyticsKeys.all(accountId), 'series', filter],
    queryFn: () => call(accountId, 'GET', '/v3/analytics/timeseries', { query: filter }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });

/** Figures of each object of a scope. */
export const objectFiguresQuery = (accountId: number, filter: ObjectsFilter) =>
  queryOptions({
    queryKey: [...analyticsKeys.all(accountId), 'objects', filter],
    queryFn: () => call(accountId, 'GET', '/v3/analytics/objects', { query: { ...WITH_UNRATED, ...filter } }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });

/** Figures of each language of a scope. */
export const languageFiguresQuery = (accountId: number, filter: SummaryFilter) =>
  queryOptions({
    queryKey: [...analyticsKeys.all(accountId), 'languages', filter],
    queryFn: () => call(accountId, 'GET', '/v3/analytics/languages', { query: { ...WITH_UNRATED, ...filter } }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });

/** How soon the reviews of a scope are answered. */
export const replyTimesQuery = (accountId: number, filter: SummaryFilter) =>
  queryOptions({
    queryKey: [...analyticsKeys.all(accountId), 'reply-times', filter],
    queryFn: () => call(accountId, 'GET', '/v3/analytics/reply-times', { query: { ...WITH_UNRATED, ...filter } }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });

/** The figures that platforms publish themselves, for the links of an object or a folder. */
export const platformRatingsQuery = (accountId: number, scope: { object_id?: number; folder_id?: number }) =>
  queryOptions({
    queryKey: [...analyticsKeys.all(accountId), 'ratings', scope],
    queryFn: () => call(accountId, 'GET', '/v3/analytics/ratings', { query: scope }),
    staleTime: FRESH_MS,
  });
