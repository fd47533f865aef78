/**
 * The parameters of a feed as conditions on rows (contract §4.4).
 *
 * Special rules:
 * - `min_rating=0` is no bound and includes unrated reviews; any other rating filter, even `max_rating` alone, excludes them;
 * - a search text of fewer than two non-whitespace characters is ignored;
 * - `only_deleted` takes precedence over `include_deleted`; hidden reviews are returned only with `show_hidden`;
 * - pins apply only to the feed of one object: its pinned reviews are excluded from the ordinary order, and `show_pinned` returns
 *   them first. In the feed of a folder or the account, a pin has no effect.
 */
import { AppError } from '@libs/kernel';
import type { DateRange } from './whole-months';
import { REVIEW_FLAGS, withFlag, type FlagCondition } from './review-flags';

/** Which reviews: those that collections found, or those that only imports have brought (contract §2.3). */
export const PROVENANCES = ['collected', 'imported'] as const;
export type Provenance = (typeof PROVENANCES)[number];

export type FeedSort = 'date' | 'rating' | 'reply_date';
export type FeedDirection = 'desc' | 'asc';

/** The filters of the request; undefined if absent. */
export interface FeedFilterParams {
  readonly linkIds: readonly number[];
  readonly sourceIds: readonly number[];
  readonly minRating?: number | undefined;
  readonly maxRating?: number | undefined;
  /** Calendar dates, both inclusive. */
  readonly publishedFrom?: string | undefined;
  readonly publishedTo?: string | undefined;
  /** A time in UTC with microseconds. */
  readonly updatedAfter?: string | undefined;
  readonly hasImages?: boolean | undefined;
  readonly hasVideos?: boolean | undefined;
  readonly hasText?: boolean | undefined;
  readonly hasReply?: boolean | undefined;
  readonly search?: string | undefined;
  readonly provenance?: Provenance | undefined;
  /** Primary subtags in lower case; empty or absent: all. */
  readonly languages?: readonly string[] | undefined;
  readonly includeDeleted: boolean;
  readonly onlyDeleted: boolean;
  readonly showHidden: boolean;
}

/** The parameters of the request. */
export interface FeedQueryParams extends FeedFilterParams {
  readonly sortBy: FeedSort;
  readonly sortOrder: FeedDirection;
  readonly showPinned: boolean;
}

/** Ratings in hundredths, both inclusive. */
export interface RatingRange {
  readonly lowest: number;
  readonly highest: number;
  /** Whether reviews without a rating pass too. True only for `min_rating=0`, which is no lower bound: `lowest` excludes nothing then. */
  readonly unrated: boolean;
}

export interface FeedFilter {
  readonly flags: FlagCondition;
  /** Null: no condition, so unrated reviews pass too. */
  readonly rating: RatingRange | null;
  /** Inclusive calendar dates; an open side is `-infinity` or `infinity`. Null: no condition, so undated reviews pass too. */
  readonly published: DateRange | null;
  readonly updatedAfter: string | null;
  /** Two or more non-whitespace characters; null: no search. */
  readonly search: string | null;
  /** Null: no condition. */
  readonly provenance: Provenance | null;
  /** One or more primary subtags; null: no condition. */
  readonly languages: readonly string[] | null;
}

const HIGHEST_RATING = 500;
const LOWEST_RATING = 100;

/** Throws 422 `validation_error` for a minimum above its maximum. The condition on flags ignores pins; `feedFlags` adds them. */
export function feedFilter(params: FeedFilterParams): FeedFilter {
  return {
    flags: flagCondition(params),
    rating: ratingRange(params.minRating, params.maxRating),
    published: publishedRange(params.publishedFrom, params.publishedTo),
    updatedAfter: params.updatedAfter ?? null,
    search: searchTextOf(params.search),
    provenance: params.provenance ?? null,
    languages: params.languages?.length ? params.languages : null,
  };
}

/** Whether the counters by rating, flags and language, which have no dates (`link_stat`), can count the reviews that pass the filter. */
export function isCountedWithoutDates(filter: FeedFilter): boolean {
  const { published, updatedAfter, search, provenance } = filter;
  return published === null && updatedAfter === null && search === null && provenance === null;
}

/** Whether nearly every review passes the filter, so that reading rows in index order discards few of them. */
export function passesMost(filter: FeedFilter): boolean {
  const { rating, flags, languages } = filter;
  const { deleted, hidden } = REVIEW_FLAGS;
  const isUnmarked = rating === null && languages === null;
  return isCountedWithoutDates(filter) && isUnmarked && flags.value === 0 && (flags.mask & ~(deleted | hidden)) === 0;
}

function flagCondition(params: FeedFilterParams): FlagCondition {
  let condition: FlagCondition = { mask: 0, value: 0 };
  const presence = [
    [REVIEW_FLAGS.text, params.hasText],
    [REVIEW_FLAGS.images, params.hasImages],
    [REVIEW_FLAGS.videos, params.hasVideos],
    [REVIEW_FLAGS.reply, params.hasReply],
  ] as const;
  for (const [flag, isPresent] of presence)
    if (isPresent !== undefined) condition = withFlag(condition, flag, isPresent);
  if (params.onlyDeleted) condition = withFlag(condition, REVIEW_FLAGS.deleted, true);
  else if (!params.includeDeleted) condition = withFlag(condition, REVIEW_FLAGS.deleted, false);
  return params.showHidden ? condition : withFlag(condition, REVIEW_FLAGS.hidden, false);
}

/** Null if every review passes. A bound between two hundredths is rounded to the nearest hundredth inside the range. */
export function ratingRange(min: number | undefined, max: number | undefined): RatingRange | null {
  if (min !== undefined && max !== undefined && min > max) {
    throw new AppError('validation_error', 'min_rating: must not be greater than max_rating');
  }
  if (max === undefined && (min === undefined || min === 0)) return null;
  return {
    lowest: min === undefined ? LOWEST_RATING : Math.max(LOWEST_RATING, Math.ceil(hundredths(min))),
    highest: max === undefined ? HIGHEST_RATING : Math.floor(hundredths(max)),
    unrated: min === 0,
  };
}

/** Removes the rounding error of binary fractions: 4.35 is 435 and not 434.99999999999994. */
const hundredths = (rating: number): number => Number((rating * 100).toFixed(9));

function publishedRange(from: string | undefined, to: string | undefined): FeedFilter['published'] {
  if (from === undefined && to === undefined) return null;
  if (from !== undefined && to !== undefined && from > to) {
    throw new AppError('validation_error', 'published_from: must not be later than published_to');
  }
  return { from: from ?? '-infinity', to: to ?? 'infinity' };
}

const MIN_SEARCH_CHARACTERS = 2;

/** In NFC, as texts are stored. */
function searchTextOf(search: string | undefined): string | null {
  const trimmed = (search ?? '').trim().normalize('NFC');
  const characters = [...trimmed.replace(/\s/gu, '')].length;
  return characters < MIN_SEARCH_CHARACTERS ? null : trimmed;
}
