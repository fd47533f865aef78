import { firstSegment, segmentsOf, type FeedCounts, type FeedSegment } from './feed-order';

const counts = (overrides: Partial<FeedCounts>): FeedCounts => ({
  total: 0,
  byRating: null,
  replied: null,
  matches: null,
  ...overrides,
});
const textOf = (segments: readonly FeedSegment[]): string =>
  segments.map(({ kind, rating, end }) => `${kind}${rating === null ? '' : ` ${rating}`} < ${end ?? '?'}`).join(', ');

describe('contract §4.4: reviews without the sort value come last in both directions', () => {
  it.each(['desc', 'asc'] as const)(
    'the order date %s has a segment of dated reviews, then one of undated reviews',
    (direction) => {
      expect(textOf(segmentsOf('date', direction, counts({ total: 7 })))).toBe('dated < ?, undated < 7');
    },
  );
  it.each(['desc', 'asc'] as const)(
    'the order reply_date %s ends with reviews without a reply (contract §4.4 rule 2)',
    (direction) => {
      const segments = segmentsOf('reply_date', direction, counts({ total: 9, replied: 4 }));
      expect(textOf(segments)).toBe('replied < ?, replied_undated < 4, unanswered < 9');
    },
  );
  it('the order rating has a segment for every rating that occurs, then one of unrated reviews', () => {
    const byRating = new Map([
      [0, 2],
      [500, 3],
      [435, 1],
      [100, 0],
      [200, 4],
    ]);
    const ratingCounts = counts({ total: 10, byRating });
    expect(textOf(segmentsOf('rating', 'desc', ratingCounts))).toBe(
      'rated 500 < 3, rated 435 < 4, rated 200 < 8, unrated < 10',
    );
    expect(textOf(segmentsOf('rating', 'asc', ratingCounts))).toBe(
      'rated 200 < 4, rated 435 < 5, rated 500 < 8, unrated < 10',
    );
  });
});

describe('firstSegment returns the first segment that may contain the offset', () => {
  const ofKnownLength = segmentsOf(
    'rating',
    'asc',
    counts({
      byRating: new Map([
        [100, 3],
        [200, 4],
        [0, 2],
      ]),
    }),
  );
  const ofUnknownLength = segmentsOf('reply_date', 'desc', counts({ total: 9, replied: 4 }));
  it.each([
    [0, 'known', { first: 0, start: 0 }, ofKnownLength],
    [2, 'known', { first: 0, start: 0 }, ofKnownLength],
    [3, 'known', { first: 1, start: 3 }, ofKnownLength],
    [8, 'known', { first: 2, start: 7 }, ofKnownLength],
    [9, 'known', { first: 3, start: 9 }, ofKnownLength],
    // The number of dated replies is unknown, so the offset may be in their segment.
    [3, 'unknown', { first: 0, start: 0 }, ofUnknownLength],
    [4, 'unknown', { first: 2, start: 4 }, ofUnknownLength],
  ])('for the offset %i in segments of %s length, it returns %j', (offset, _, expected, segments) => {
    expect(firstSegment(segments, offset)).toEqual(expected);
  });
});
