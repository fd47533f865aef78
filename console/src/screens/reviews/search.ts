import { addDays, PERIODS, scopeIds, scopeSearch, type PeriodName } from '../../lib/periods';
import { mostOf, ratingOf } from '../../lib/ratings';
import { dayOf, flagOf, numberOf, oneOf, textOf, type Search } from '../../lib/url-state';

/** The parameters of the address are those of `GET /v3/reviews`, with a relative period and the scope of the top bar. */
export interface ReviewsSearch {
  readonly scope?: string;
  readonly object_id?: number;
  readonly folder_id?: number;
  readonly min_rating?: number;
  readonly max_rating?: number;
  readonly has_reply?: boolean;
  readonly has_text?: boolean;
  readonly has_images?: boolean;
  readonly source_slugs?: string;
  /** Codes, separated by commas. */
  readonly languages?: string;
  readonly period?: Exclude<PeriodName, 'all'>;
  readonly published_from?: string;
  readonly published_to?: string;
  readonly show_hidden?: boolean;
  readonly include_deleted?: boolean;
  readonly only_deleted?: boolean;
  readonly search?: string;
  readonly sort_by?: 'rating' | 'reply_date';
  readonly sort_order?: 'asc';
  /** The list of replies in this state instead of the feed; `proposed` are those that wait for a decision. */
  readonly reply_status?: 'failed' | 'proposed';
  readonly offset?: number;
}

const MOST_ITEMS = 50;
const RELATIVE = PERIODS.filter((period) => period !== 'all');

export function reviewsSearch(search: Search): ReviewsSearch {
  const period = oneOf(search['period'], RELATIVE);
  const isTrue = (name: string): true | undefined => (flagOf(search[name]) === true ? true : undefined);
  return {
    scope: scopeSearch(search['scope']),
    object_id: numberOf(search['object_id'], 1),
    folder_id: numberOf(search['folder_id'], 1),
    min_rating: ratingOf(search['min_rating'], 0),
    max_rating: ratingOf(search['max_rating'], 1),
    has_reply: flagOf(search['has_reply']),
    has_text: flagOf(search['has_text']),
    has_images: flagOf(search['has_images']),
    source_slugs: listOf(search['source_slugs'], /^[a-z0-9-]{1,64}$/),
    languages: listOf(search['languages'], /^[a-z]{2,3}$/),
    period,
    published_from: period === undefined ? dayOf(search['published_from']) : undefined,
    published_to: period === undefined ? dayOf(search['published_to']) : undefined,
    show_hidden: isTrue('show_hidden'),
    include_deleted: isTrue('include_deleted'),
    only_deleted: isTrue('only_deleted'),
    search: textOf(search['search'])?.slice(0, 100),
    sort_by: oneOf(search['sort_by'], ['rating', 'reply_date']),
    sort_order: oneOf(search['sort_order'], ['asc']),
    reply_status: oneOf(search['reply_status'], ['failed', 'proposed']),
    offset: numberOf(search['offset'], 1),
  };
}

/** The items of a list that have the form, separated by commas. */
function listOf(value: unknown, form: RegExp): string | undefined {
  const items = (textOf(value) ?? '').split(',').filter((item) => form.test(item));
  return items.length === 0 ? undefined : [...new Set(items)].slice(0, MOST_ITEMS).join(',');
}

/** The object or the folder of an address. */
export function scopeOf({ scope, object_id: objectId, folder_id: folderId }: ReviewsSearch): {
  readonly object_id?: number;
  readonly folder_id?: number;
} {
  if (scope !== undefined) return scopeIds(scope);
  if (objectId !== undefined) return { object_id: objectId };
  return folderId === undefined ? {} : { folder_id: folderId };
}

const DAYS = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const;

/** The parameters of the API for an address. `limit` and `offset` are those of the page. */
export function filterOf(search: ReviewsSearch, now = Date.now()) {
  const { period, published_from: from, published_to: to, source_slugs: slugs } = search;
  const today = new Date(now).toISOString().slice(0, 10);
  const bounds = { published_from: period === undefined ? from : addDays(today, 1 - DAYS[period]), published_to: to };
  const { min_rating, max_rating, has_reply, has_text, has_images, show_hidden, include_deleted, only_deleted } =
    search;
  return given({
    ...scopeOf(search),
    min_rating,
    max_rating,
    has_reply,
    has_text,
    has_images,
    show_hidden,
    include_deleted,
    only_deleted,
    ...bounds,
    source_slugs: slugs?.split(','),
    languages: search.languages?.split(','),
    search: search.search,
    sort_by: search.sort_by,
    sort_order: search.sort_order,
    offset: search.offset,
  });
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The values that are not undefined, so that equal filters have equal keys. */
function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** The views of the inbox: each replaces these parameters and keeps the scope and the search. */
export const VIEWS = {
  low: { has_reply: false, max_rating: mostOf(2) },
  unanswered: { has_reply: false },
  proposed: { reply_status: 'proposed' },
  failed: { reply_status: 'failed' },
  gone: { only_deleted: true },
  all: {},
} as const satisfies Readonly<Record<string, ReviewsSearch>>;
export type View = keyof typeof VIEWS;

const VIEW_KEYS = ['has_reply', 'max_rating', 'min_rating', 'only_deleted', 'reply_status'] as const;

const NO_VIEW: ReviewsSearch = Object.fromEntries(VIEW_KEYS.map((key) => [key, undefined]));

export function inView(search: ReviewsSearch, view: View): ReviewsSearch {
  return { ...search, ...NO_VIEW, ...VIEWS[view], offset: undefined };
}

/** The view of an address; null if it filters in another way. */
export function viewOf(search: ReviewsSearch): View | null {
  const names = Object.keys(VIEWS) as View[];
  return names.find((name) => VIEW_KEYS.every((key) => (VIEWS[name] as ReviewsSearch)[key] === search[key])) ?? null;
}

/** Parameters that are filters of a person, in the order in which they are shown; the view and the scope are none. */
const FILTER_GROUPS = [
  ['min_rating', 'max_rating'],
  ['has_reply'],
  ['period', 'published_from', 'published_to'],
  ['source_slugs'],
  ['languages'],
  ['has_text'],
  ['has_images'],
  ['show_hidden'],
  ['include_deleted', 'only_deleted'],
  ['search'],
] as const satisfies readonly (readonly (keyof ReviewsSearch)[])[];

/** How many filters an address has. */
export const filterCount = (search: ReviewsSearch): number =>
  FILTER_GROUPS.filter((group) => group.some((key) => search[key] !== undefined)).length;

/** The address without its filters. */
export const withoutFilters = (search: ReviewsSearch): ReviewsSearch => ({
  ...search,
  ...Object.fromEntries([...FILTER_GROUPS.flat(), 'reply_status', 'offset'].map((key) => [key, undefined])),
});

export const SORTS = {
  newest: { sort_by: undefined, sort_order: undefined },
  oldest: { sort_by: undefined, sort_order: 'asc' },
  lowest: { sort_by: 'rating', sort_order: 'asc' },
  highest: { sort_by: 'rating', sort_order: undefined },
  replied: { sort_by: 'reply_date', sort_order: undefined },
} as const satisfies Readonly<Record<string, ReviewsSearch>>;
export type Sort = keyof typeof SORTS;

export function sortOf({ sort_by: by, sort_order: order }: ReviewsSearch): Sort {
  const names = Object.keys(SORTS) as Sort[];
  return names.find((name) => SORTS[name].sort_by === by && SORTS[name].sort_order === order) ?? 'newest';
}
