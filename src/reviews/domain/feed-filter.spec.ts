import { feedFilter, isCountedWithoutDates, ratingRange, type FeedQueryParams } from './feed-filter';
import { REVIEW_FLAGS } from './review-flags';

const { text, images, videos, reply, deleted, hidden, pinned } = REVIEW_FLAGS;

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

describe('contract §4.4: min_rating=0 includes unrated reviews, any other bound excludes them', () => {
  const cases: readonly (readonly [
    min: number | undefined,
    max: number | undefined,
    range: ReturnType<typeof ratingRange>,
  ])[] = [
    [undefined, undefined, null],
    [0, undefined, null],
    [0, 2, { lowest: 100, highest: 200, unrated: true }],
    [undefined, 2, { lowest: 100, highest: 200, unrated: false }],
    [1, undefined, { lowest: 100, highest: 500, unrated: false }],
    [0.5, undefined, { lowest: 100, highest: 500, unrated: false }],
    [4.35, 4.35, { lowest: 435, highest: 435, unrated: false }],
    [4.351, 4.359, { lowest: 436, highest: 435, unrated: false }],
    [3, 3, { lowest: 300, highest: 300, unrated: false }],
    [5, 5, { lowest: 500, highest: 500, unrated: false }],
  ];
  it.each(cases)('min_rating %s and max_rating %s give the range %j', (min, max, range) => {
    expect(ratingRange(min, max)).toEqual(range);
  });
  it('a range with equal bounds contains exactly that hundredth', () => {
    for (let n = 100; n <= 500; n += 1) {
      expect(ratingRange(n / 100, n / 100)).toEqual({ lowest: n, highest: n, unrated: false });
    }
  });
  it('contract §4.4: rejects a minimum above the maximum with 422', () => {
    expect(() => ratingRange(4, 3.99)).toThrow(expect.objectContaining({ code: 'validation_error' }));
  });
});

describe('contract §4.4: published_from and published_to become a range of dates', () => {
  it.each([
    [undefined, undefined, null],
    ['2026-01-01', undefined, { from: '2026-01-01', to: 'infinity' }],
    [undefined, '2026-01-01', { from: '-infinity', to: '2026-01-01' }],
    ['2026-01-01', '2026-01-01', { from: '2026-01-01', to: '2026-01-01' }],
  ])('published_from %s and published_to %s give the range %j', (publishedFrom, publishedTo, published) => {
    expect(feedFilter(params({ publishedFrom, publishedTo })).published).toEqual(published);
  });
  it('contract §4.4: rejects a start after the end with 422', () => {
    const contradictory = params({ publishedFrom: '2026-01-02', publishedTo: '2026-01-01' });
    expect(() => feedFilter(contradictory)).toThrow(expect.objectContaining({ code: 'validation_error' }));
  });
});

describe('contract §4.4: a search of fewer than two non-whitespace characters is ignored', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['   ', null],
    ['a', null],
    [' a ', null],
    ['😀', null],
    ['ab', 'ab'],
    ['a b', 'a b'],
    ['  Ab ', 'Ab'],
    ['好词', '好词'],
    ['%_', '%_'],
    ['\u3000x\u3000', null],
    ['cafe\u0301', 'café'],
    ['e\u0301', null],
  ])('the search parameter %j becomes the search text %j', (search, searchText) => {
    expect(feedFilter(params({ search })).search).toBe(searchText);
  });
});

describe('contract §4.4 rules 3 and 4: the parameters become a condition on flags', () => {
  const passesFlags = (overrides: Partial<FeedQueryParams>, flags: number): boolean => {
    const { mask, value } = feedFilter(params(overrides)).flags;
    return (flags & mask) === value;
  };
  const cases: readonly (readonly [parameters: Partial<FeedQueryParams>, flags: number, passes: boolean])[] = [
    [{}, 0, true],
    [{}, text | images | videos | reply | pinned, true],
    [{}, deleted, false],
    [{}, hidden, false],
    [{ includeDeleted: true }, deleted, true],
    [{ includeDeleted: true }, 0, true],
    [{ onlyDeleted: true }, 0, false],
    [{ onlyDeleted: true, includeDeleted: false }, deleted, true],
    [{ onlyDeleted: true }, deleted | hidden, false],
    [{ onlyDeleted: true, showHidden: true }, deleted | hidden, true],
    [{ showHidden: true }, hidden, true],
    [{ showHidden: true }, 0, true],
    [{ hasImages: true }, 0, false],
    [{ hasImages: true }, images, true],
    [{ hasImages: false }, images, false],
    [{ hasText: true, hasReply: false, hasVideos: true }, text | videos, true],
    [{ hasText: true, hasReply: false, hasVideos: true }, text | videos | reply, false],
  ];
  it.each(cases)('with the parameters %j, a review with the flags %i passes: %s', (parameters, flags, passes) => {
    expect(passesFlags(parameters, flags)).toBe(passes);
  });
});

it.each([
  [{}, true],
  [{ minRating: 3, hasImages: true, onlyDeleted: true }, true],
  [{ search: 'ab' }, false],
  [{ search: 'a' }, true],
  [{ updatedAfter: '2026-01-01T00:00:00.000000' }, false],
  [{ publishedTo: '2026-01-01' }, false],
])('for the parameters %j, isCountedWithoutDates returns %s', (parameters, expected) => {
  expect(isCountedWithoutDates(feedFilter(params(parameters)))).toBe(expected);
});
