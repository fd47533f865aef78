import type { Coverage } from '../../domain/coverage';
import { feedFilter, type FeedQueryParams } from '../../domain/feed-filter';
import type { SegmentKind } from './feed-order';
import type { FeedScope } from './feed-scope';
import {
  countStrategy,
  headLength,
  segmentStrategy,
  startsAtMonth,
  strategyBeforeCounting,
  strategyByCounts,
  type AskedPage,
} from './feed-strategy';

const params = (own: Partial<FeedQueryParams> = {}): FeedQueryParams => ({
  linkIds: [],
  sourceIds: [],
  sortBy: 'date',
  sortOrder: 'desc',
  includeDeleted: false,
  onlyDeleted: false,
  showHidden: false,
  showPinned: false,
  ...own,
});
const scope = (
  own: Partial<FeedQueryParams> = {},
  { objects = 1, ...of }: { objects?: number; visiblePerLink?: number | null } & Partial<Coverage> = {},
): FeedScope => ({
  coverage: {
    accountId: 1,
    mode: objects === 1 ? 'object' : 'composition',
    objectIds: Array.from({ length: objects }, (_, n) => n + 1),
    links: [],
    includesEveryLink: true,
    ...of,
  },
  filter: feedFilter(params(own)),
  visiblePerLink: of.visiblePerLink ?? null,
});

describe('before counting: the newest reviews of one object are read at once', () => {
  const asked = (own: Partial<FeedQueryParams>, of: Partial<AskedPage> = {}): AskedPage => ({
    addressee: { kind: 'object', objectId: 1 },
    params: params(own),
    filter: feedFilter(params(own)),
    visiblePerLink: null,
    offset: 0,
    ...of,
  });
  it.each<[string, AskedPage, ReturnType<typeof strategyBeforeCounting>]>([
    ['without parameters', asked({}), 'newest_at_once'],
    ['with deleted and hidden reviews', asked({ includeDeleted: true, showHidden: true }), 'newest_at_once'],
    ['with min_rating=0, which is no bound', asked({ minRating: 0 }), 'newest_at_once'],
    ['at offset 100', asked({}, { offset: 100 }), 'newest_at_once'],
    ['at offset 101', asked({}, { offset: 101 }), null],
    ['of a folder', asked({}, { addressee: { kind: 'folder', folderId: 1 } }), null],
    ['of the account', asked({}, { addressee: { kind: 'account' } }), null],
    ['of a trial', asked({}, { visiblePerLink: 20 }), null],
    ['oldest first', asked({ sortOrder: 'asc' }), null],
    ['by rating', asked({ sortBy: 'rating' }), null],
    ['with the pinned reviews first', asked({ showPinned: true }), null],
    ['of one link', asked({ linkIds: [1] }), null],
    ['of one source', asked({ sourceIds: [1] }), null],
    ['of a range of dates', asked({ publishedFrom: '2026-01-01' }), null],
    ['of a rating', asked({ minRating: 4 }), null],
    ['of deleted reviews only', asked({ onlyDeleted: true }), null],
    ['with images only', asked({ hasImages: true }), null],
    ['of a search', asked({ search: 'room' }), null],
    ['changed after a time', asked({ updatedAfter: '2026-01-01T00:00:00.000000' }), null],
  ])('%s', (_, page, strategy) => {
    expect(strategyBeforeCounting(page)).toBe(strategy);
  });
});

describe('after counting: a small result of a filter that no index serves in its order is sorted', () => {
  const [few, many] = [
    { total: 2_000, matches: null },
    { total: 2_001, matches: null },
  ];
  it.each<[string, FeedScope, FeedQueryParams['sortBy'], typeof few | { total: number; matches: string[] }, string]>([
    ['no filter', scope(), 'date', few, 'index_order'],
    ['a trial', scope({}, { visiblePerLink: 20 }), 'date', many, 'sorted_matches'],
    [
      'matches that the count has read',
      scope({ search: 'room' }),
      'date',
      { total: 3, matches: ['1'] },
      'sorted_matches',
    ],
    ['few matches of a search', scope({ search: 'room' }), 'date', few, 'sorted_matches'],
    ['many matches of a search', scope({ search: 'room' }), 'date', many, 'index_order'],
    ['some links', scope({}, { includesEveryLink: false }), 'date', few, 'sorted_matches'],
    ['dates by date', scope({ publishedTo: '2026-01-01' }), 'date', few, 'index_order'],
    ['dates by rating', scope({ publishedTo: '2026-01-01' }), 'rating', few, 'sorted_matches'],
    ['ratings by rating', scope({ minRating: 4 }), 'rating', few, 'index_order'],
    ['ratings by date', scope({ minRating: 4 }), 'date', few, 'sorted_matches'],
    ['many ratings by date', scope({ minRating: 4 }), 'date', many, 'index_order'],
    ['changes', scope({ updatedAfter: '2026-01-01T00:00:00.000000' }), 'date', few, 'sorted_matches'],
    ['flags', scope({ hasImages: true }), 'date', few, 'index_order'],
  ])('%s', (_, of, sort, counts, strategy) => {
    expect(strategyByCounts(of, sort, counts)).toBe(strategy);
  });
});

describe('a part of a segment', () => {
  const page = (offset: number, limit = 100, kind: SegmentKind = 'dated') => ({ kind, offset, limit });
  it.each<[string, FeedScope, ReturnType<typeof page>, string]>([
    ['one object, near', scope(), page(100), 'rows_of_object'],
    ['one object, farther', scope(), page(101), 'ids_of_object'],
    ['one object, filtered', scope({ minRating: 4 }), page(0), 'ids_of_object'],
    ['one object, some links', scope({}, { includesEveryLink: false }), page(0), 'ids_of_object'],
    ['few objects', scope({}, { objects: 3 }), page(0), 'merged_objects'],
    ['many objects', scope({}, { objects: 60 }), page(0), 'merged_to_edge'],
    ['many objects without dates', scope({}, { objects: 60 }), page(0, 100, 'undated'), 'merged_objects'],
    ['many objects by rating', scope({}, { objects: 60 }), page(0, 100, 'rated'), 'merged_objects'],
    ['many objects by date of reply', scope({}, { objects: 60 }), page(0, 100, 'replied'), 'merged_to_edge'],
  ])('%s', (_, of, part, strategy) => {
    expect(segmentStrategy(of, part)).toBe(strategy);
  });

  it('reads heads of twice the share of an object, where that is at most half of the page', () => {
    expect(headLength(page(0, 100), 60)).toBe(5);
    expect(headLength(page(900, 100), 100)).toBe(21);
    expect(headLength(page(0, 100), 4)).toBeNull();
  });

  it.each<[number, number, SegmentKind, boolean]>([
    [1, 500, 'dated', false],
    [1, 501, 'dated', true],
    [1, 501, 'undated', false],
    [20, 800, 'dated', false],
    [20, 801, 'dated', true],
  ])('of %s objects at offset %s, %s: begins at a month: %s', (objects, offset, kind, expected) => {
    expect(startsAtMonth(scope({}, { objects }), { kind, offset })).toBe(expected);
  });
});

describe('the count', () => {
  const dates = { publishedFrom: '2026-01-01', publishedTo: '2026-03-31' };
  it.each<[string, FeedScope, FeedQueryParams['sortBy'], object]>([
    ['no filter of one object', scope(), 'date', { by: 'link_totals', counter: 'n_feed' }],
    ['no filter of a folder', scope({}, { objects: 2 }), 'date', { by: 'link_totals', counter: 'n_shown' }],
    ['everything', scope({ showHidden: true }, { objects: 2 }), 'date', { by: 'link_totals', counter: 'n' }],
    ['by rating', scope(), 'rating', { by: 'link_stats' }],
    ['a rating', scope({ minRating: 4 }), 'date', { by: 'link_stats' }],
    ['images', scope({ hasImages: true }), 'date', { by: 'link_stats' }],
    ['months', scope(dates), 'date', { by: 'months' }],
    ['months of a folder, pins added', scope(dates, { objects: 2 }), 'date', { by: 'months' }],
    ['months by rating', scope(dates), 'rating', { by: 'rows' }],
    ['months with videos, which no counter has', scope({ ...dates, hasVideos: true }), 'date', { by: 'rows' }],
    ['days', scope({ publishedFrom: '2026-01-05', publishedTo: '2026-01-09' }), 'date', { by: 'rows' }],
    ['a search', scope({ search: 'room' }), 'date', { by: 'rows' }],
    ['a trial', scope({}, { visiblePerLink: 20 }), 'date', { by: 'rows' }],
    ['months of a trial', scope(dates, { visiblePerLink: 20 }), 'date', { by: 'rows' }],
  ])('%s', (_, of, sort, strategy) => {
    expect(countStrategy(of, sort)).toMatchObject(strategy);
  });
});
