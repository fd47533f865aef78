import { REVIEW_FLAGS } from '../../domain/review-flags';
import { segmentsOf, segmentsOfPage, type FeedSegment } from './feed-order';

const counts = (total: number, byKey: readonly (readonly [number, number])[] = []) => ({
  total,
  byKey: new Map(byKey),
});
const textOf = (segments: readonly FeedSegment[]): string =>
  segments.map(({ kind, rating, end }) => `${kind}${rating === null ? '' : ` ${rating}`} < ${end ?? '?'}`).join(', ');

describe('contract §4.4: reviews without the sort value come last in both directions', () => {
  it.each(['desc', 'asc'] as const)(
    'the order date %s has a segment of dated reviews, then one of undated reviews',
    (direction) => {
      expect(textOf(segmentsOf({ sort: 'date', direction }, counts(7)))).toBe('dated < ?, undated < 7');
    },
  );
  it.each(['desc', 'asc'] as const)(
    'the order reply_date %s ends with reviews without a reply (contract §4.4 rule 2)',
    (direction) => {
      const replied = counts(9, [
        [REVIEW_FLAGS.reply, 4],
        [0, 5],
      ]);
      const segments = segmentsOf({ sort: 'reply_date', direction }, replied);
      expect(textOf(segments)).toBe('replied < ?, replied_undated < 4, unanswered < 9');
    },
  );
  it('the order rating has a segment for every rating that occurs, then one of unrated reviews', () => {
    const ratingCounts = counts(10, [
      [0, 2],
      [500, 3],
      [435, 1],
      [100, 0],
      [200, 4],
    ]);
    expect(textOf(segmentsOf({ sort: 'rating', direction: 'desc' }, ratingCounts))).toBe(
      'rated 500 < 3, rated 435 < 4, rated 200 < 8, unrated < 10',
    );
    expect(textOf(segmentsOf({ sort: 'rating', direction: 'asc' }, ratingCounts))).toBe(
      'rated 200 < 4, rated 435 < 5, rated 500 < 8, unrated < 10',
    );
  });
});

describe('segmentsOfPage returns the segments that may contain rows of the page, and its offset in them', () => {
  const byRating = segmentsOf(
    { sort: 'rating', direction: 'asc' },
    counts(9, [
      [100, 3],
      [200, 4],
      [0, 2],
    ]),
  );
  const byReply = segmentsOf({ sort: 'reply_date', direction: 'desc' }, counts(9, [[REVIEW_FLAGS.reply, 4]]));
  const byDate = segmentsOf({ sort: 'date', direction: 'desc' }, counts(9));
  it.each<[offset: number, limit: number, name: string, expected: string, of: number, from: readonly FeedSegment[]]>([
    [0, 3, 'rating', 'rated 100 < 3', 0, byRating],
    [0, 4, 'rating', 'rated 100 < 3, rated 200 < 7', 0, byRating],
    [2, 9, 'rating', 'rated 100 < 3, rated 200 < 7, unrated < 9', 2, byRating],
    [3, 4, 'rating', 'rated 200 < 7', 0, byRating],
    [8, 1, 'rating', 'unrated < 9', 1, byRating],
    // The numbers of dated reviews and of dated replies are unknown, so any offset may be in their segment.
    [0, 1, 'date', 'dated < ?, undated < 9', 0, byDate],
    [8, 5, 'date', 'dated < ?, undated < 9', 8, byDate],
    [0, 4, 'reply_date', 'replied < ?, replied_undated < 4', 0, byReply],
    [3, 2, 'reply_date', 'replied < ?, replied_undated < 4, unanswered < 9', 3, byReply],
    [4, 2, 'reply_date', 'unanswered < 9', 0, byReply],
  ])('for the offset %i and the limit %i in the order %s: %s', (offset, limit, _, expected, offsetInThem, all) => {
    const page = segmentsOfPage(all, { offset, limit });
    expect([textOf(page.segments), page.offset]).toEqual([expected, offsetInThem]);
  });
});
