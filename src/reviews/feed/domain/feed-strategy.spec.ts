import type { Coverage } from '../../domain/coverage';
import { feedFilter, type FeedQueryParams } from '../../domain/feed-filter';
import {
  countStrategy,
  isNewestPage,
  sortsMatches,
  startsAtMonth,
  type FeedScope,
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
    mode: objects === 1 ? 'object' : 'objects',
    objectIds: Array.from({ length: objects }, (_, n) => n + 1),
    links: [],
    includesEveryLink: true,
    ...fields,
  },
  filter: feedFilter(params(overrides)),
  visiblePerLink: fields.visiblePerLink ?? null,
});

describe('isNewestPage: page and total are read at once', () => {
  const request = (overrides: Partial<FeedQueryParams>, fields: Partial<RequestedPage> = {}): RequestedPage => ({
    selection: { kind: 'object', objectId: 1 },
    params: params(overrides),
    filter: feedFilter(params(overrides)),
    visiblePerLink: null,
    offset: 0,
    ...fields,
  });
  it.each<[string, RequestedPage, boolean]>([
    ['without parameters', request({}), true],
    ['with deleted and hidden reviews', request({ includeDeleted: true, showHidden: true }), true],
    ['with min_rating=0', request({ minRating: 0 }), true],
    ['at offset 100', request({}, { offset: 100 }), true],
    ['at offset 101', request({}, { offset: 101 }), false],
    ['of a folder', request({}, { selection: { kind: 'folder', folderId: 1 } }), false],
    ['of the account', request({}, { selection: { kind: 'account' } }), false],
    ['of a trial', request({}, { visiblePerLink: 20 }), false],
    ['with the oldest reviews first', request({ sortOrder: 'asc' }), false],
    ['ordered by rating', request({ sortBy: 'rating' }), false],
    ['with the pinned reviews first', request({ showPinned: true }), false],
    ['of one link', request({ linkIds: [1] }), false],
    ['of one source', request({ sourceIds: [1] }), false],
    ['with a range of dates', request({ publishedFrom: '2026-01-01' }), false],
    ['with a rating filter', request({ minRating: 4 }), false],
    ['with deleted reviews only', request({ onlyDeleted: true }), false],
    ['with images only', request({ hasImages: true }), false],
    ['with a search', request({ search: 'room' }), false],
    ['with reviews changed after a time', request({ updatedAfter: '2026-01-01T00:00:00.000000' }), false],
  ])('decides for a page %s', (_, page, expected) => {
    expect(isNewestPage(page)).toBe(expected);
  });
});

describe('sortsMatches: a small result is sorted if the index of the order does not serve the filter', () => {
  const [few, many] = [2_000, 2_001];
  it.each<[string, FeedScope, FeedQueryParams['sortBy'], number, boolean]>([
    ['without a filter', scope(), 'date', few, false],
    ['for a trial', scope({}, { visiblePerLink: 20 }), 'date', many, true],
    ['with few matches of a search', scope({ search: 'room' }), 'date', few, true],
    ['with many matches of a search', scope({ search: 'room' }), 'date', many, false],
    ['with a filter by link', scope({}, { includesEveryLink: false }), 'date', few, true],
    ['with a date filter, ordered by date', scope({ publishedTo: '2026-01-01' }), 'date', few, false],
    ['with a date filter, ordered by rating', scope({ publishedTo: '2026-01-01' }), 'rating', few, true],
    ['with a rating filter, ordered by rating', scope({ minRating: 4 }), 'rating', few, false],
    ['with a rating filter, ordered by date', scope({ minRating: 4 }), 'date', few, true],
    ['with many matches of a rating filter', scope({ minRating: 4 }), 'date', many, false],
    ['with updated_after', scope({ updatedAfter: '2026-01-01T00:00:00.000000' }), 'date', few, true],
    ['with a filter by flags', scope({ hasImages: true }), 'date', few, false],
  ])('decides for a page %s', (_, feed, sort, total, expected) => {
    expect(sortsMatches(feed, sort, total)).toBe(expected);
  });
});

describe('startsAtMonth: a far page in the order of dates is read from its month', () => {
  it.each<[number, number, FeedQueryParams['sortBy'], Partial<FeedQueryParams>, boolean]>([
    [1, 3_000, 'date', {}, false],
    [1, 3_001, 'date', {}, true],
    [1, 3_001, 'rating', {}, false],
    [100, 4_000, 'date', {}, false],
    [100, 4_001, 'date', {}, true],
    [1, 3_001, 'date', { minRating: 4 }, true],
    [1, 3_001, 'date', { hasText: true }, false],
    [1, 3_001, 'date', { search: 'room' }, false],
    [1, 3_001, 'date', { publishedFrom: '2026-01-01' }, false],
  ])('for %i objects, offset %i, the order %s and the filter %j: %s', (objects, offset, sort, filter, expected) => {
    expect(startsAtMonth(scope(filter, { objects }), sort, offset)).toBe(expected);
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
