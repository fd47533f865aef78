import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Blocked, Changed } from '../../source-errors';
import type { CollectedReview } from '../../source';
import { readAppName, readRatings } from './parse';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'ratings.json'), 'utf8'));
const rating = { app: 'a', rating: 1, ratedAt: '2026-01-02T03:04:05Z', translations: {}, user: { id: 7 } };
const listWith = (change: object): unknown => [{ ...rating, ...change }];

describe("Nextcloud's list of ratings (contract §2.3)", () => {
  it('reads the ratings of one app', () => {
    const { reviews, allCount } = readRatings(fixture, 'lantern_notes');
    expect({ count: reviews.length, allCount }).toEqual({ count: 3, allCount: 4 });
    expect(reviews[0]).toEqual({
      externalId: '31',
      author: 'Ottoline Marsh',
      text: '**Bright** & <quick>',
      positive: null,
      negative: null,
      reviewDate: '2026-05-06T07:08:09',
      datePrecision: 'exact',
      ratingOriginal: '1',
      rating: 5,
      reviewUrl: 'https://apps.nextcloud.com/apps/lantern_notes#comments',
      replyText: null,
      replyDate: null,
      images: [],
      videos: [],
      isNative: true,
      raw: expect.objectContaining({ app: 'lantern_notes', rating: 1 }) as unknown,
    });
    expect(reviews[1]).toMatchObject({ author: 'Quast', text: 'Geht so.', ratingOriginal: '0.5', rating: 3 });
    expect(reviews[2]).toMatchObject({ author: null, text: null, ratingOriginal: '0', rating: 1 });
  });

  it('returns no reviews for an app without ratings', () => {
    expect(readRatings(fixture, 'unknown')).toEqual({ reviews: [], allCount: 4 });
    expect(readRatings([], 'unknown')).toEqual({ reviews: [], allCount: 0 });
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['another number of the scale', { rating: 0.333 }, { ratingOriginal: '0.333', rating: 2.33 }],
    ['a negative number', { rating: -0.5 }, { ratingOriginal: '-0.5', rating: null }],
    ['a number above the scale', { rating: 5 }, { ratingOriginal: '5', rating: null }],
    ['a comment that is null', { translations: { en: { comment: null } } }, { text: null }],
    ['a language of a built-in property', { translations: { constructor: { comment: 'x' } } }, { text: 'x' }],
    ['an unknown field', { votes: 2 }, { externalId: '7' }],
  ])('reads a rating with %s', (_what, change, expected) => {
    expect(readRatings(listWith(change), 'a').reviews[0]).toMatchObject(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['an object', { ratings: [] }],
    ['a rating that is null', [null]],
    ['a rating without an app', [{ rating: 1 }]],
    ['a rating of the app that is a text', listWith({ rating: '1' })],
    ['no date', listWith({ ratedAt: undefined })],
    ['the date 0000-00-00', listWith({ ratedAt: '0000-00-00T00:00:00Z' })],
    ['no translations', listWith({ translations: null })],
    ['translations that are a list', listWith({ translations: ['x'] })],
    ['no user', listWith({ user: null })],
    ['a user without an id', listWith({ user: {} })],
    ['an id that is too large', listWith({ user: { id: 1e300 } })],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readRatings(value, 'a')).toThrow(Changed);
  });
});

describe("the page of an app in Nextcloud's app store (contract §2.1)", () => {
  it.each([
    ['<title>Notes - Apps - App Store - Nextcloud</title>', 'Notes'],
    ['<title>\n R&amp;D - Apps - Notes - Apps - App Store - Nextcloud\n</title>', 'R&D - Apps - Notes'],
    ['<title>Q&not A&copy &#146;n &hellip; - Apps - App Store</title>', 'Q&not A&copy ’n …'],
    ['<title>Notizen - App Store</title>', null],
    ['<title> - Apps - App Store</title>', null],
    ['<title>Notes - Apps - ', null],
    ['', null],
  ])('reads %j', (html, name) => {
    expect(readAppName(html)).toEqual({ name });
  });

  it('throws Blocked for a challenge page', () => {
    expect(() => readAppName('<html><head><title>Just a moment...</title></head></html>')).toThrow(Blocked);
  });
});
