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
  type RequestedPage,
} from './feed-strategy';

const params = (overrides: Partial<FeedQueryParams> = {}): FeedQueryParams => ({
  linkIds: [],
  sourceIds: [],
  sortBy: 'date',
  sortOrder: 'desc',
  includeDeleted: false,
  onlyDeleted: false,
  showHidden: false,
  showPinned: false,
  ...overrides,
});
const scope = (
  overrides: Partial<FeedQueryParams> = {},
  { objects = 1, ...fields }: { objects?: number; visiblePerLink?: number | null } & Partial<Coverage> = {},
): FeedScope => ({
  coverage: {
    accountId: 1,
    mode: objects === 1 ? 'object' : 'composition',
    objectIds: Array.from({ length: objects }, (_, n) => n + 1),
    links: [],
    includesEveryLink: true,
    ...fields,
  },
  filter: feedFilter(params(overrides)),
  visiblePerLink: fields.visiblePerLink ?? null,
});

describe('strategyBeforeCounting', () => {
  const request = (overrides: Partial<FeedQueryParams>, fields: Partial<RequestedPage> = {}): RequestedPage => ({
    selection: { kind: 'object', objectId: 1 },
    params: params(overrides),
    filter: feedFilter(params(overrides)),
    visiblePerLink: null,
    offset: 0,
    ...fields,
  });
  it.each<[string, RequestedPage, ReturnType<typeof strategyBeforeCounting>]>([
    ['without parameters', request({}), 'newest_at_once'],
    ['with deleted and hidden reviews', request({ includeDeleted: true, showHidden: true }), 'newest_at_once'],
    ['with min_rating=0', request({ minRating: 0 }), 'newest_at_once'],
    ['at offset 100', request({}, { offset: 100 }), 'newest_at_once'],
    ['at offset 101', request({}, { offset: 101 }), null],
    ['of a folder', request({}, { selection: { kind: 'folder', folderId: 1 } }), null],
    ['of the account', request({}, { selection: { kind: 'account' } }), null],
    ['of a trial', request({}, { visiblePerLink: 20 }), null],
    ['with the oldest reviews first', request({ sortOrder: 'asc' }), null],
    ['ordered by rating', request({ sortBy: 'rating' }), null],
    ['with the pinned reviews first', request({ showPinned: true }), null],
    ['of one link', request({ linkIds: [1] }), null],
    ['of one source', request({ sourceIds: [1] }), null],
    ['with a range of dates', request({ publishedFrom: '2026-01-01' }), null],
    ['with a rating filter', request({ minRating: 4 }), null],
    ['with deleted reviews only', request({ onlyDeleted: true }), null],
    ['with images only', request({ hasImages: true }), null],
    ['with a search', request({ search: 'room' }), null],
    ['with reviews changed after a time', request({ updatedAfter: '2026-01-01T00:00:00.000000' }), null],
  ])('chooses the strategy of a page %s', (_, page, strategy) => {
    expect(strategyBeforeCounting(page)).toBe(strategy);
  });
});

describe('strategyByCounts sorts a small result if the index of the order does not serve the filter', () => {
  const [few, many] = [
    { total: 2_000, matches: null },
    { total: 2_001, matches: null },
  ];
  it.each<[string, FeedScope, FeedQueryParams['sortBy'], typeof few | { total: number; matches: string[] }, string]>([
    ['without a filter', scope(), 'date', few, 'index_order'],
    ['for a trial', scope({}, { visiblePerLink: 20 }), 'date', many, 'sorted_matches'],
    [
      'with matches that the count has read',
      scope({ search: 'room' }),
      'date',
      { total: 3, matches: ['1'] },
      'sorted_matches',
    ],
    ['with few matches of a search', scope({ search: 'room' }), 'date', few, 'sorted_matches'],
    ['with many matches of a search', scope({ search: 'room' }), 'date', many, 'index_order'],
    ['with a filter by link', scope({}, { includesEveryLink: false }), 'date', few, 'sorted_matches'],
    ['with a date filter, ordered by date', scope({ publishedTo: '2026-01-01' }), 'date', few, 'index_order'],
    ['with a date filter, ordered by rating', scope({ publishedTo: '2026-01-01' }), 'rating', few, 'sorted_matches'],
    ['with a rating filter, ordered by rating', scope({ minRating: 4 }), 'rating', few, 'index_order'],
    ['with a rating filter, ordered by date', scope({ minRating: 4 }), 'date', few, 'sorted_matches'],
    ['with many matches of a rating filter', scope({ minRating: 4 }), 'date', many, 'index_order'],
    ['with updated_after', scope({ updatedAfter: '2026-01-01T00:00:00.000000' }), 'date', few, 'sorted_matches'],
    ['with a filter by flags', scope({ hasImages: true }), 'date', few, 'index_order'],
  ])('chooses the strategy of a page %s', (_, feed, sort, counts, strategy) => {
    expect(strategyByCounts(feed, sort, counts)).toBe(strategy);
  });
});

describe('segmentStrategy', () => {
  const page = (offset: number, limit = 100, kind: SegmentKind = 'dated') => ({ kind, offset, limit });
  it.each<[string, FeedScope, ReturnType<typeof page>, string]>([
    ['of one object, at offset 100', scope(), page(100), 'rows_of_object'],
    ['of one object, at offset 101', scope(), page(101), 'ids_of_object'],
    ['of one object, with a filter', scope({ minRating: 4 }), page(0), 'ids_of_object'],
    ['of some links of one object', scope({}, { includesEveryLink: false }), page(0), 'ids_of_object'],
    ['of few objects', scope({}, { objects: 3 }), page(0), 'merged_objects'],
    ['of many objects', scope({}, { objects: 60 }), page(0), 'merged_to_edge'],
    ['of many objects, undated', scope({}, { objects: 60 }), page(0, 100, 'undated'), 'merged_objects'],
    ['of many objects, by rating', scope({}, { objects: 60 }), page(0, 100, 'rated'), 'merged_objects'],
    ['of many objects, by reply date', scope({}, { objects: 60 }), page(0, 100, 'replied'), 'merged_to_edge'],
  ])('chooses the strategy of a part %s', (_, feed, part, strategy) => {
    expect(segmentStrategy(feed, part)).toBe(strategy);
  });

  it('headLength is twice the average number of rows per object up to the end of the page, or null if that exceeds half of them', () => {
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
  ])('for %i objects, offset %i and the segment %s, startsAtMonth returns %s', (objects, offset, kind, expected) => {
    expect(startsAtMonth(scope({}, { objects }), { kind, offset })).toBe(expected);
  });
});

describe('countStrategy', () => {
  const dates = { publishedFrom: '2026-01-01', publishedTo: '2026-03-31' };
  it.each<[string, FeedScope, FeedQueryParams['sortBy'], object]>([
    ['one object without a filter', scope(), 'date', { by: 'link_totals', counter: 'n_feed' }],
    ['a folder without a filter', scope({}, { objects: 2 }), 'date', { by: 'link_totals', counter: 'n_shown' }],
    [
      'a folder with hidden reviews',
      scope({ showHidden: true }, { objects: 2 }),
      'date',
      { by: 'link_totals', counter: 'n' },
    ],
    ['the order of ratings', scope(), 'rating', { by: 'link_stats' }],
    ['a filter by rating', scope({ minRating: 4 }), 'date', { by: 'link_stats' }],
    ['a filter by images', scope({ hasImages: true }), 'date', { by: 'link_stats' }],
    ['whole months', scope(dates), 'date', { by: 'months' }],
    ['whole months of a folder', scope(dates, { objects: 2 }), 'date', { by: 'months' }],
    ['whole months in the order of ratings', scope(dates), 'rating', { by: 'rows' }],
    [
      'whole months with videos (there is no such counter)',
      scope({ ...dates, hasVideos: true }),
      'date',
      { by: 'rows' },
    ],
    ['a range of days', scope({ publishedFrom: '2026-01-05', publishedTo: '2026-01-09' }), 'date', { by: 'rows' }],
    ['a search', scope({ search: 'room' }), 'date', { by: 'rows' }],
    ['a trial', scope({}, { visiblePerLink: 20 }), 'date', { by: 'rows' }],
    ['whole months of a trial', scope(dates, { visiblePerLink: 20 }), 'date', { by: 'rows' }],
  ])('chooses the strategy to count %s', (_, feed, sort, strategy) => {
    expect(countStrategy(feed, sort)).toMatchObject(strategy);
  });
});
