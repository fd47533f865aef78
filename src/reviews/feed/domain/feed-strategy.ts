/**
 * The strategies by which the feed is read. All strategies return the same reviews (`persistence/feed.db-spec.ts` compares them with a
 * reference implementation) and differ only in cost. They share the select list (`persistence/review-json.sql`), the conditions
 * (`persistence/feed-conditions.sql`) and the paging (`persistence/feed-rows.sql`).
 */
import type { Selection } from '@libs/kernel';
import {
  isCountedByRollup,
  passesMost,
  type FeedFilter,
  type FeedQueryParams,
  type FeedSort,
} from '../../domain/feed-filter';
import { totalCounter, type TotalCounter } from '../../domain/review-counters';
import { wholeMonths, type WholeMonths } from '../../domain/whole-months';
import type { FeedCounts, SegmentKind } from './feed-order';
import { monthCounting, ordinaryFlags, type FeedScope } from './feed-scope';

/**
 * Strategies of a page:
 * - `newest_at_once`: page and total in one statement, before coverage and counts are read;
 * - `sorted_matches`: all matches are found by the best index for the filter, and sorted;
 * - `index_order`: segment by segment, in the order of their indexes.
 */
export type PageStrategy = 'newest_at_once' | 'sorted_matches' | 'index_order';

/** A requested page, before the database is read. */
export interface RequestedPage {
  readonly selection: Selection;
  readonly params: FeedQueryParams;
  readonly filter: FeedFilter;
  readonly visiblePerLink: number | null;
  readonly offset: number;
}

/** Up to this offset, skipping whole rows costs less than reading ids first and then the rows of the page by key. */
export const WHOLE_ROWS_SKIPPED = 100;

/**
 * `newest_at_once` for the first pages of one object, newest reviews first, with a filter that nearly all reviews pass. An index
 * returns their order, and the counters their total. Counters do not consider a trial's cut. Null: the strategy depends on the counts.
 */
export function strategyBeforeCounting(page: RequestedPage): 'newest_at_once' | null {
  const { selection, params, filter, visiblePerLink, offset } = page;
  const isOneObject = selection.kind === 'object' && visiblePerLink === null;
  const isUnfiltered = hasNoLinkFilter(params) && isCountedByRollup(filter) && passesMost(filter);
  const isNear = offset <= WHOLE_ROWS_SKIPPED;
  return isOneObject && isNewestFirst(params) && isUnfiltered && isNear ? 'newest_at_once' : null;
}

const isNewestFirst = ({ sortBy, sortOrder, showPinned }: FeedQueryParams): boolean =>
  sortBy === 'date' && sortOrder === 'desc' && !showPinned;

const hasNoLinkFilter = ({ linkIds, sourceIds }: FeedQueryParams): boolean =>
  linkIds.length === 0 && sourceIds.length === 0;

/** A result of up to this many rows may be sorted. */
const MAX_SORTED = 2_000;

/**
 * `sorted_matches` for a trial's cut, for a search whose matches the count has read, and for a small result of a filter that the index
 * of the order does not serve. In the order of that index, all rows between two matches would be read.
 */
export function strategyByCounts(
  scope: FeedScope,
  sort: FeedSort,
  counts: Pick<FeedCounts, 'total' | 'matches'>,
): Exclude<PageStrategy, 'newest_at_once'> {
  if (scope.visiblePerLink !== null || counts.matches !== null) return 'sorted_matches';
  return counts.total <= MAX_SORTED && isSelective(scope, sort) ? 'sorted_matches' : 'index_order';
}

/** Whether the index of the order does not serve one of the conditions. Every index serves conditions on flags. */
function isSelective({ coverage, filter }: FeedScope, sort: FeedSort): boolean {
  const isDated = filter.published !== null && sort !== 'date';
  const isRated = filter.rating !== null && sort !== 'rating';
  return isDated || isRated || filter.updatedAfter !== null || filter.search !== null || !coverage.includesEveryLink;
}

/**
 * Strategies of a part of a segment:
 * - `rows_of_object`: whole rows of one object, in the order of the index;
 * - `ids_of_object`: ids of one object in the order of the index, then the rows of the page by key;
 * - `merged_objects`: the first ids of each object, merged;
 * - `merged_to_edge`: like `merged_objects`, but each object is read only up to the date at which the page ends (the edge).
 */
export type SegmentStrategy = 'rows_of_object' | 'ids_of_object' | 'merged_objects' | 'merged_to_edge';

export interface SegmentPage {
  readonly kind: SegmentKind;
  readonly offset: number;
  readonly limit: number;
}

export function segmentStrategy({ coverage, filter }: FeedScope, page: SegmentPage): SegmentStrategy {
  if (coverage.objectIds.length !== 1) {
    return headLength(page, coverage.objectIds.length) === null ? 'merged_objects' : 'merged_to_edge';
  }
  const isNear = page.offset <= WHOLE_ROWS_SKIPPED;
  return isNear && coverage.includesEveryLink && passesMost(filter) ? 'rows_of_object' : 'ids_of_object';
}

/**
 * The number of first dates to read of each object (its head) in order to find the date at which the page ends. No review of the page is
 * older (or newer, in ascending order) than the date at position `offset + limit` among the heads. Each object is therefore read only
 * up to that date, and objects whose first row is after it are not read. The cost depends on the page and not on the number of reviews.
 * Null if the rows are not ordered by a date, or if the heads of so few objects cost at least half of what they save.
 */
export function headLength({ kind, offset, limit }: SegmentPage, objects: number): number | null {
  if (kind !== 'dated' && kind !== 'replied') return null;
  const length = Math.ceil((2 * (offset + limit)) / objects) + 1;
  return 2 * length > offset + limit ? null : length;
}

/** Up to this offset, skipping rows in an index costs less than finding the month of the offset in the counters. */
const MAX_SKIPPED = 500;
/** Reading the counters of each further object costs as much as skipping this many rows. */
const SKIPPED_PER_OBJECT = 40;

/** Whether a page of a segment is read from the month that the counters determine, instead of by skipping rows. */
export function startsAtMonth({ coverage }: FeedScope, { kind, offset }: Omit<SegmentPage, 'limit'>): boolean {
  return kind === 'dated' && offset > Math.max(MAX_SKIPPED, SKIPPED_PER_OBJECT * coverage.objectIds.length);
}

/**
 * Strategies of the count of a filter:
 * - `link_totals`: one counter per link;
 * - `link_stats`: the counters by rating and flags;
 * - `months`: the counters by month, and the rows of the days at both ends;
 * - `rows`: the rows of an index.
 */
export type CountStrategy =
  | { readonly by: 'link_totals'; readonly counter: TotalCounter }
  | { readonly by: 'link_stats' }
  | { readonly by: 'months'; readonly months: WholeMonths }
  | { readonly by: 'rows' };

/** The cost of counters does not depend on the number of reviews. They do not consider a trial's cut, times of changes or texts. */
export function countStrategy(scope: FeedScope, sort: FeedSort): CountStrategy {
  const { filter, visiblePerLink } = scope;
  if (visiblePerLink === null && isCountedByRollup(filter)) {
    const counter = sort === 'date' && filter.rating === null ? totalCounter(ordinaryFlags(scope)) : null;
    return counter === null ? { by: 'link_stats' } : { by: 'link_totals', counter };
  }
  const isDated = filter.published !== null && sort === 'date' && monthCounting(scope) !== null;
  const months = isDated ? wholeMonths(filter.published) : null;
  return months === null ? { by: 'rows' } : { by: 'months', months };
}
