import {
  addDays,
  daysBefore,
  daysOf,
  granularityOf,
  scopeIds,
  type DayRange,
  type Granularity,
  type Scope,
} from '../../lib/periods';
import type { AnalyticsSearch } from './search';

interface Filter extends Scope {
  readonly published_from?: string;
  readonly published_to?: string;
  readonly source_ids?: number[];
}

/** What the screen shows: the parameters of the API. */
export interface AnalyticsView {
  readonly accountId: number;
  readonly scope: string | undefined;
  readonly ids: Scope;
  /** Null for all time. */
  readonly range: DayRange | null;
  /** Null if nothing is compared. */
  readonly before: DayRange | null;
  /** The range of a chart of all time. */
  readonly allTime: DayRange;
  readonly granularity: Granularity;
  /** Whether the last period has not ended. */
  readonly isOpen: boolean;
  readonly filter: Filter;
}

/** Platforms have few reviews from before; the API counts from here without a bound. */
const FIRST_DAY = '2005-01-01';

export function viewOf(accountId: number, search: AnalyticsSearch, now = Date.now()): AnalyticsView {
  const range = daysOf(search, now);
  const before = range === null || search.compare === 'none' ? null : daysBefore(range);
  const ids = scopeIds(search.scope);
  const today = new Date(now).toISOString().slice(0, 10);
  const sources = search.source_ids;
  return {
    accountId,
    scope: search.scope,
    ids,
    range,
    before,
    allTime: { from: FIRST_DAY, to: today },
    granularity: search.granularity ?? granularityOf(range),
    isOpen: range === null || range.to >= addDays(today, 0),
    filter: { ...ids, ...published(range), ...(sources === undefined ? {} : { source_ids: [...sources] }) },
  };
}

/** The parameters of the API for a range; none for all time. */
export function published(range: DayRange | null): { published_from?: string; published_to?: string } {
  return range === null ? {} : { published_from: range.from, published_to: range.to };
}
