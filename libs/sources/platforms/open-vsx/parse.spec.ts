import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Changed } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readDetails, readReviews, reviewIdOf } from './parse';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'reviews.json'), 'utf8'));
const extension = { namespace: 'lantern', name: 'outline' };
const review = { user: { loginName: 'a', provider: 'github' }, timestamp: '2026-01-02T03:04:05Z', rating: 4 };
const listWith = (change: object): unknown => ({ reviews: [{ ...review, ...change }] });

describe("Open VSX's list of reviews (contract §2.3)", () => {
  it('reads the fields of each review', () => {
    const { reviews } = readReviews(fixture, extension);
    expect(reviews).toHaveLength(2);
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: reviewIdOf('github', 'o-marsh'),
        author: 'Ottoline Marsh',
        text: 'Bright\n\nThe outline <glows> & stays in sync.',
        reviewDate: '2026-03-04T05:06:07',
        ratingOriginal: '5',
        rating: 5,
        reviewUrl: 'https://open-vsx.org/extension/lantern/outline/reviews',
        raw: expect.objectContaining({ rating: 5 }) as CollectedReview['raw'],
      }),
    );
    expect(reviews[1]).toMatchObject({ author: 'hollis', text: null, rating: null, ratingOriginal: '0' });
  });

  it('derives the id from the account alone', () => {
    const idOf = (change: object): string | null =>
      readReviews(listWith(change), extension).reviews[0]?.externalId ?? null;
    const id = idOf({});
    expect(id).toMatch(/^[\da-f]{64}$/);
    expect(idOf({ comment: 'Edited.', rating: 1, timestamp: '2026-02-02T00:00:00Z' })).toBe(id);
    expect(idOf({ user: { loginName: 'a', provider: 'eclipse' } })).not.toBe(id);
    expect(idOf({ user: { loginName: 'A', provider: 'github' } })).not.toBe(id);
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['no comment', {}, { text: null }],
    ['a rating of 6', { rating: 6 }, { rating: null, ratingOriginal: '6' }],
    ['a rating with a fraction', { rating: 3.5 }, { rating: 3.5, ratingOriginal: '3.5' }],
    ['a time with another zone', { timestamp: '2026-01-01T01:00:00+02:00' }, { reviewDate: '2025-12-31T23:00:00' }],
    ['an unknown field', { language: 'en' }, { rating: 4 }],
  ])('reads a review with %s', (_what, change, expected) => {
    expect(readReviews(listWith(change), extension).reviews[0]).toMatchObject(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['an error', { error: 'Extension not found.' }],
    ['reviews that are an object', { reviews: {} }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readReviews(value, extension)).toThrow(Changed);
  });

  it.each<[string, object, Unread]>([
    ['a review without a user', { user: null }, { review: 1 }],
    ['a user without an account', { user: { fullName: 'X' } }, { review: 1 }],
    ['an empty account', { user: { loginName: '' } }, { review: 1 }],
    ['a name that is a list', { user: { loginName: 'b', fullName: ['X'] } }, { author: 1 }],
    ['a rating that is a text', { rating: '5' }, { rating: 1 }],
    ['a rating of 6', { rating: 6 }, { rating: 1 }],
    ['a comment that is a number', { comment: 5 }, { text: 1 }],
    ['no time', { timestamp: null }, { date: 1 }],
    ['the date 0000-00-00', { timestamp: '0000-00-00T00:00:00Z' }, { date: 1 }],
    ['a time that is a number', { timestamp: 1_790_000_000 }, { date: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const whole = (loginName: string) => ({ user: { loginName }, rating: 4, timestamp: '2026-01-01T00:00:00Z' });
    const page = readReviews({ reviews: [whole('a'), { ...whole('b'), ...change }, whole('c')] }, extension);
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ author: 'a' }, { author: 'c' }]);
  });
});

describe("Open VSX's data about the extension (contract §2.1)", () => {
  it.each<[object, object]>([
    [
      { name: 'outline', displayName: 'Lantern Outline', averageRating: 4.666_666, reviewCount: 3 },
      { name: 'Lantern Outline', reviewCount: 3, rating: 4.67, ratingOriginal: '4.666666' },
    ],
    [
      { name: 'outline', displayName: ' ' },
      { name: 'outline', reviewCount: null, rating: null, ratingOriginal: null },
    ],
  ])('reads %j', (value, expected) => {
    expect(readDetails(value)).toEqual(expected);
  });

  it('throws Changed for another format', () => {
    for (const value of [null, [], {}, { name: 5 }, { name: 'a', reviewCount: -1 }])
      expect(() => readDetails(value)).toThrow(Changed);
    expect(readDetails({ name: 'a', averageRating: '5' }).unread).toEqual({ average: 1 });
  });
});
