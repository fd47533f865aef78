import { dayOf, flagOf, numberOf, oneOf, textOf, type Search } from '../../lib/url-state';

/** The parameters of the address are those of `GET /v3/reviews`. */
export interface ReviewsSearch {
  readonly min_rating?: number;
  readonly max_rating?: number;
  readonly has_reply?: boolean;
  readonly only_deleted?: boolean;
  readonly published_from?: string;
  readonly published_to?: string;
  readonly object_id?: number;
  readonly search?: string;
  readonly sort_order?: 'asc' | 'desc';
  readonly offset?: number;
}

const HIGHEST_RATING = 5;

export function reviewsSearch(search: Search): ReviewsSearch {
  return {
    min_rating: ratingOf(search['min_rating'], 0),
    max_rating: ratingOf(search['max_rating'], 1),
    has_reply: flagOf(search['has_reply']),
    only_deleted: flagOf(search['only_deleted']) === true ? true : undefined,
    published_from: dayOf(search['published_from']),
    published_to: dayOf(search['published_to']),
    object_id: numberOf(search['object_id'], 1),
    search: textOf(search['search'])?.slice(0, 100),
    sort_order: oneOf(search['sort_order'], ['asc', 'desc']),
    offset: numberOf(search['offset'], 1),
  };
}

function ratingOf(value: unknown, least: number): number | undefined {
  const rating = numberOf(value, least);
  return rating === undefined || rating > HIGHEST_RATING ? undefined : rating;
}

/** The views of the inbox: each replaces these parameters and keeps the others. */
export const VIEWS = {
  low: { has_reply: false, max_rating: 2 },
  unanswered: { has_reply: false },
  gone: { only_deleted: true },
  all: {},
} as const satisfies Readonly<Record<string, ReviewsSearch>>;
export type View = keyof typeof VIEWS;

const NO_VIEW: ReviewsSearch = {
  has_reply: undefined,
  max_rating: undefined,
  min_rating: undefined,
  only_deleted: undefined,
};

export function inView(search: ReviewsSearch, view: View): ReviewsSearch {
  return { ...search, ...NO_VIEW, ...VIEWS[view], offset: undefined };
}

/** The view of an address; null if it filters in another way. */
export function viewOf(search: ReviewsSearch): View | null {
  const names = Object.keys(VIEWS) as View[];
  const keys = Object.keys(NO_VIEW) as (keyof ReviewsSearch)[];
  return names.find((name) => keys.every((key) => (VIEWS[name] as ReviewsSearch)[key] === search[key])) ?? null;
}
