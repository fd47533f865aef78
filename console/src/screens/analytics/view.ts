import {
  addDays,
  daysBefore,
  daysOf,
  countedReviews,
  granularityOf,
  published,
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
  /** The address of the inbox with the counted reviews of a range. */
  readonly inbox: (range: DayRange | null) => ReturnType<typeof countedReviews> & { readonly source_slugs?: string };
}

/** Platforms have few reviews from before; the API counts from here without a bound. */
const FIRST_DAY = '2005-01-01';

/** `slugs` are the names of the platforms in the address, by their ids. */
export function viewOf(
  accountId: number,
  search: AnalyticsSearch,
  slugs: ReadonlyMap<number, string>,
  now = Date.now(),
): AnalyticsView {
  const range = daysOf(search, now);
  const before = range === null || search.compare === 'none' ? null : daysBefore(range);
  const ids = scopeIds(search.scope);
  const today = new Date(now).toISOString().slice(0, 10);
  const sources = search.source_ids;
  const chosen = sources?.flatMap((id) => slugs.get(id) ?? []) ?? [];
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
    inbox: (days) => ({
      ...countedReviews(ids, days),
      ...(chosen.length === 0 ? {} : { source_slugs: chosen.join(',') }),
    }),
  };
}
