import { GRANULARITIES, periodSearch, scopeSearch, type Granularity, type PeriodSearch } from '../../lib/periods';
import { numberOf, oneOf, type Search } from '../../lib/url-state';

const SORTS = [
  'name',
  'review_count',
  'avg_rating',
  'avg_rating_change',
  'unanswered_negative',
  'completeness',
] as const;
export type ObjectSort = (typeof SORTS)[number];

export interface AnalyticsSearch extends PeriodSearch {
  readonly scope?: string;
  readonly compare?: 'none';
  readonly granularity?: Granularity;
  readonly source_ids?: readonly number[];
  readonly view?: 'table';
  readonly sort_by?: ObjectSort;
  readonly sort_order?: 'asc';
}

const MOST_PLATFORMS = 50;

export function analyticsSearch(search: Search): AnalyticsSearch {
  return {
    ...periodSearch(search),
    scope: scopeSearch(search['scope']),
    compare: oneOf(search['compare'], ['none']),
    granularity: oneOf(search['granularity'], GRANULARITIES),
    source_ids: idsOf(search['source_ids']),
    view: oneOf(search['view'], ['table']),
    sort_by: oneOf(search['sort_by'], SORTS),
    sort_order: oneOf(search['sort_order'], ['asc']),
  };
}

function idsOf(value: unknown): readonly number[] | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const ids = list.flatMap((id) => numberOf(id, 1) ?? []).slice(0, MOST_PLATFORMS);
  return ids.length === 0 ? undefined : ids;
}
