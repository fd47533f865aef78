import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Changed } from '../../source-errors';
import type { CollectedReview } from '../../source';
import { readDetails, readReviews, reviewIdOf } from './parse';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'reviews.json'), 'utf8'));
const extension = { namespace: 'lantern', name: 'outline' };
const review = { user: { loginName: 'a', provider: 'github' }, timestamp: '2026-01-02T03:04:05Z', rating: 4 };
const listWith = (change: object): unknown => ({ reviews: [{ ...review, ...change }] });

describe("Open VSX's list of reviews (contract §2.3)", () => {
  it('reads the fields of each review', () => {
    const { reviews } = readReviews(fixture, extension);
    expect(reviews).toHaveLength(2);
    expect(reviews[0]).toEqual({
      externalId: reviewIdOf('github', 'o-marsh'),
      author: 'Ottoline Marsh',
      text: 'Bright\n\nThe outline <glows> & stays in sync.',
      positive: null,
      negative: null,
      reviewDate: '2026-03-04T05:06:07',
      datePrecision: 'exact',
      ratingOriginal: '5',
      rating: 5,
      reviewUrl: 'https://open-vsx.org/extension/lantern/outline/reviews',
      replyText: null,
      replyDate: null,
      images: [],
      videos: [],
      isNative: true,
      raw: expect.objectContaining({ rating: 5 }) as unknown,
    });
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
    ['a review without a user', listWith({ user: null })],
    ['a user without an account', listWith({ user: { fullName: 'X' } })],
    ['an empty account', listWith({ user: { loginName: '' } })],
    ['a rating that is a text', listWith({ rating: '5' })],
    ['a comment that is a number', listWith({ comment: 5 })],
    ['no time', listWith({ timestamp: null })],
    ['the date 0000-00-00', listWith({ timestamp: '0000-00-00T00:00:00Z' })],
    ['a time that is a number', listWith({ timestamp: 1_790_000_000 })],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readReviews(value, extension)).toThrow(Changed);
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
    for (const value of [null, [], {}, { name: 5 }, { name: 'a', reviewCount: -1 }, { name: 'a', averageRating: '5' }])
      expect(() => readDetails(value)).toThrow(Changed);
  });
});
