/**
 * The choices by which a page of the feed is read and counted. All ways return the same reviews
 * (`persistence/feed.db-spec.ts` compares them with a reference implementation) and differ only in cost. The figures
 * are for an object of 167,000 reviews, or 500 objects of 56,000, among 1 million reviews; R1 to R19 are rows of the
 * benchmark (docs/benchmarks/README.md).
 */
import type { Selection } from '@libs/kernel';
import type { Coverage } from '../../domain/coverage';
import {
  isCountedWithoutDates,
  passesMost,
  type FeedFilter,
  type FeedQueryParams,
  type FeedSort,
} from '../../domain/feed-filter';
import { monthCounter, totalCounter, type MonthCounter, type TotalCounter } from '../../domain/review-counters';
import { REVIEW_FLAGS, withFlag, type FlagCondition } from '../../domain/review-flags';
import { wholeMonths, type WholeMonths } from '../../domain/whole-months';

/** The reviews of a feed. */
export interface FeedScope {
  readonly coverage: Coverage;
  readonly filter: FeedFilter;
  /** The number of reviews per link inside the trial's cut; null: no cut. */
  readonly visiblePerLink: number | null;
}

/**
 * The condition on the flags of the rows. In the feed of one object, pinned reviews are not ordinary rows. In other feeds, a pin has no
 * effect.
 */
export function feedFlags(mode: Coverage['mode'], filter: FeedFilter, rows: 'ordinary' | 'pinned'): FlagCondition {
  if (mode === 'objects') return filter.flags;
  return withFlag(filter.flags, REVIEW_FLAGS.pinned, rows === 'pinned');
}

export const ordinaryFlags = ({ coverage, filter }: Pick<FeedScope, 'coverage' | 'filter'>): FlagCondition =>
  feedFlags(coverage.mode, filter, 'ordinary');

/** A monthly counter, and whether the pinned reviews must be added to it. */
export interface MonthlyCounter {
  readonly counter: MonthCounter;
  readonly addsPinned: boolean;
}

/** The column of the monthly counters that counts the ordinary rows; null if there is none. */
export function monthCounting(scope: FeedScope): MonthlyCounter | null {
  const { updatedAfter, search, provenance } = scope.filter;
  if (scope.visiblePerLink !== null || updatedAfter !== null || search !== null || provenance !== null) return null;
  const flags = ordinaryFlags(scope);
  const { deleted, hidden } = REVIEW_FLAGS;
  // The default feed of several objects includes pinned rows, which `n_feed` excludes. They are added from their index.
  if (flags.value === 0 && flags.mask === (deleted | hidden)) return { counter: 'n_feed', addsPinned: true };
  const counter = monthCounter(flags);
  return counter === null ? null : { counter, addsPinned: false };
}

/** A requested page, before the database is read. */
export interface RequestedPage {
  readonly selection: Selection;
  readonly params: FeedQueryParams;
  readonly filter: FeedFilter;
  readonly visiblePerLink: number | null;
  readonly offset: number;
}

/** Up to this offset, skipping whole rows costs less than reading ids first and then the rows of the page by key. */
const WHOLE_ROWS_SKIPPED = 100;

/**
 * Whether page and total are read by one statement, before coverage and counts: the first pages of one object, newest
 * reviews first, with a filter that nearly all reviews pass. An index returns their order, and the counters their
 * total. Counters do not consider a trial's cut. It is one round trip instead of four: R1 is 0.63 instead of 0.51, R3
 * of mid objects 4.0 instead of 2.3.
 */
export function isNewestPage({ selection, params, filter, visiblePerLink, offset }: RequestedPage): boolean {
  const isOneObject = selection.kind === 'object' && visiblePerLink === null;
  const isUnfiltered = hasNoLinkFilter(params) && passesMost(filter);
  return isOneObject && isNewestFirst(params) && isUnfiltered && offset <= WHOLE_ROWS_SKIPPED;
}

const isNewestFirst = ({ sortBy, sortOrder, showPinned }: FeedQueryParams): boolean =>
  sortBy === 'date' && sortOrder === 'desc' && !showPinned;

const hasNoLinkFilter = ({ linkIds, sourceIds }: FeedQueryParams): boolean =>
  linkIds.length === 0 && sourceIds.length === 0;

/** A result of up to this many rows may be sorted. */
const MAX_SORTED = 2_000;

/**
 * Whether all matches are found by the best index for the filter, and sorted: for a trial's cut, and for a small result
 * of a filter that the index of the order does not serve. In the order of that index, all rows between two matches
 * would be read: a search with 83 matches reads 860 blocks in 6 ms instead of 169,000 in 2.9 s (R10).
 */
export function sortsMatches(scope: FeedScope, sort: FeedSort, total: number): boolean {
  return scope.visiblePerLink !== null || (total <= MAX_SORTED && isSelective(scope, sort));
}

/** Whether the index of the order does not serve one of the conditions. Every index serves conditions on flags. */
function isSelective({ coverage, filter }: FeedScope, sort: FeedSort): boolean {
  const isDated = filter.published !== null && sort !== 'date';
  const isRated = filter.rating !== null && sort !== 'rating';
  const isMarked = filter.updatedAfter !== null || filter.search !== null || filter.provenance === 'imported';
  return isDated || isRated || isMarked || filter.languages !== null || !coverage.includesEveryLink;
}

/**
 * Up to this offset, skipping rows in an index costs less than finding the month of the offset in the counters: at
 * 1,000 it reads 1,400 blocks instead of 6,000. At 3,000 both cost the same in an object of 9,000 reviews, at 10,000 in
 * one of 167,000.
 */
const MAX_SKIPPED = 3_000;
/** Reading the counters of each further object costs as much as skipping this many rows. */
const SKIPPED_PER_OBJECT = 40;

/**
 * Whether a page is read from the month that the counters determine, instead of by skipping rows: 10 ms instead of 57
 * at 94 % of the object (R6).
 */
export function startsAtMonth(scope: FeedScope, sort: FeedSort, offset: number): boolean {
  const isFar = offset > Math.max(MAX_SKIPPED, SKIPPED_PER_OBJECT * scope.coverage.objectIds.length);
  return isFar && sort === 'date' && scope.filter.published === null && monthCounting(scope) !== null;
}

/**
 * By what a filter is counted. Counters cost the same however many reviews there are; counting the rows of the object
 * reads 107,000 blocks in 47 ms instead of 5 in 1.6 ms (R5).
 * - `link_totals`: one counter per link. With `link_stats`, the first page of 500 objects takes 2.1 times as long (R9),
 *   and reads 1.4 times as many blocks in objects of ten times the reviews instead of 1.0 (R19);
 * - `link_stats`: the counters by rating, flags and language, for filters and orders that need them;
 * - `months`: the counters by month, and the rows of the days at both ends: 2,100 blocks for two years instead of
 *   24,700;
 * - `rows`: the rows of an index.
 */
export type CountStrategy =
  | { readonly by: 'link_totals'; readonly counter: TotalCounter }
  | { readonly by: 'link_stats' }
  | { readonly by: 'months'; readonly months: WholeMonths }
  | { readonly by: 'rows' };

/** Counters do not consider a trial's cut, times of changes or texts. */
export function countStrategy(scope: FeedScope, sort: FeedSort): CountStrategy {
  const { filter, visiblePerLink } = scope;
  if (visiblePerLink === null && isCountedWithoutDates(filter)) {
    const counter = sort === 'date' && hasEveryKey(filter) ? totalCounter(ordinaryFlags(scope)) : null;
    return counter === null ? { by: 'link_stats' } : { by: 'link_totals', counter };
  }
  const isDated = filter.published !== null && sort === 'date' && monthCounting(scope) !== null;
  const months = isDated ? wholeMonths(filter.published) : null;
  return months === null ? { by: 'rows' } : { by: 'months', months };
}

const hasEveryKey = ({ rating, languages }: FeedFilter): boolean => rating === null && languages === null;
