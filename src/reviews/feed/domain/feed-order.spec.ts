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

describe('contract §4.4: nulls last in both directions', () => {
  it.each(['desc', 'asc'] as const)('the order date %s has dated reviews, then undated ones', (direction) => {
    expect(textOf(segmentsOf('date', direction, counts({ total: 7 })))).toBe('dated < ?, undated < 7');
  });
  it.each(['desc', 'asc'] as const)('reply_date %s ends with reviews without a reply (§4.4 rule 2)', (direction) => {
    const segments = segmentsOf('reply_date', direction, counts({ total: 9, replied: 4 }));
    expect(textOf(segments)).toBe('replied < ?, replied_undated < 4, unanswered < 9');
  });
  it('the order rating has a segment for every value that occurs, then unrated reviews', () => {
    const byRating = new Map([
      [0, 2],
      [500, 3],
      [435, 1],
      [100, 0],
      [200, 4],
    ]);
    const all = counts({ total: 10, byRating });
    expect(textOf(segmentsOf('rating', 'desc', all))).toBe('rated 500 < 3, rated 435 < 4, rated 200 < 8, unrated < 10');
    expect(textOf(segmentsOf('rating', 'asc', all))).toBe('rated 200 < 4, rated 435 < 5, rated 500 < 8, unrated < 10');
  });
});

describe('reading begins in the segment that contains the offset', () => {
  const known = segmentsOf(
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
  const unknown = segmentsOf('reply_date', 'desc', counts({ total: 9, replied: 4 }));
  it.each([
    [known, 0, { first: 0, start: 0 }],
    [known, 2, { first: 0, start: 0 }],
    [known, 3, { first: 1, start: 3 }],
    [known, 8, { first: 2, start: 7 }],
    [known, 9, { first: 3, start: 9 }],
    // Without reading, it is not known whether the offset is in the segment of dated replies.
    [unknown, 3, { first: 0, start: 0 }],
    [unknown, 4, { first: 2, start: 4 }],
  ])('case %#', (segments, offset, expected) => {
    expect(firstSegment(segments, offset)).toEqual(expected);
  });
});
