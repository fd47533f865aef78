import { Input, QueryDate, QueryEnum, QueryIds, QueryLanguages, QueryNumber } from '@libs/http';
import { PROVENANCES, type Provenance } from '@src/reviews';
import type { SeriesParams } from '../analytics.service';
import type { CountParams } from '../counted-scopes';
import { GRANULARITIES } from '../domain/periods';

/** Filters of the summary that both versions share (contract §4.7). */
export class SummaryParameters extends Input({
  source_ids: QueryIds({
    description: 'Only these platforms, ids from `GET /sources`; empty: all platforms.',
    default: [],
  }),
  published_from: QueryDate({
    description:
      'Inclusive lower bound of `review_date`; 2000-01-01 if it is not given. Undated reviews are counted only if neither bound is given.',
  }),
  published_to: QueryDate({ description: 'Inclusive upper bound of `review_date`; today (UTC) if it is not given.' }),
  min_rating: QueryNumber({
    description: 'Inclusive minimum. Reviews without a rating are counted only with 0.',
    min: 0,
    max: 5,
    default: 1,
  }),
  max_rating: QueryNumber({ description: 'Inclusive maximum.', min: 1, max: 5, default: 5 }),
}) {}

/** Filters of the timeseries that both versions share (contract §4.8). */
export class TimeseriesParameters extends Input({
  source_ids: QueryIds({
    description: 'Platforms, one series for each, in this order; `0` is the series of all platforms together.',
    min: 0,
    default: [0],
  }),
  granularity: QueryEnum({ description: 'Length of a period.', values: GRANULARITIES, default: 'month' }),
  published_from: QueryDate({
    description:
      'Inclusive lower bound of `review_date`; 90 days ago if it is not given. A range of more than 4000 periods is rejected.',
  }),
  published_to: QueryDate({ description: 'Inclusive upper bound of `review_date`; today (UTC) if it is not given.' }),
  min_rating: QueryNumber({ description: 'Inclusive minimum.', min: 1, max: 5, default: 1 }),
  max_rating: QueryNumber({ description: 'Inclusive maximum.', min: 1, max: 5, default: 5 }),
}) {}

/** The filters that only v3 has. */
export const VERSION_3 = {
  provenance: QueryEnum({
    description:
      '`collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.',
    values: PROVENANCES,
  }),
  languages: QueryLanguages({
    description:
      'Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all.',
  }),
};

interface OfVersion3 {
  readonly provenance?: Provenance | undefined;
  readonly languages?: readonly string[];
}

export function countParamsOf(query: (SummaryParameters | TimeseriesParameters) & OfVersion3): CountParams {
  return {
    published: { from: query.published_from, to: query.published_to },
    minRating: query.min_rating,
    maxRating: query.max_rating,
    sourceIds: query.source_ids,
    provenance: query.provenance,
    languages: query.languages,
  };
}

export function seriesParamsOf(query: TimeseriesParameters & OfVersion3): SeriesParams {
  return { ...countParamsOf(query), granularity: query.granularity };
}
