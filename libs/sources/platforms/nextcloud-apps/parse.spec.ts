import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Blocked, Changed } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readAppName, readRatings } from './parse';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'ratings.json'), 'utf8'));
const rating = { app: 'a', rating: 1, ratedAt: '2026-01-02T03:04:05Z', translations: {}, user: { id: 7 } };
const listWith = (change: object): unknown => [{ ...rating, ...change }];

describe("Nextcloud's list of ratings (contract §2.3)", () => {
  it('reads the ratings of one app', () => {
    const { reviews, allCount } = readRatings(fixture, 'lantern_notes');
    expect({ count: reviews.length, allCount }).toEqual({ count: 3, allCount: 4 });
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: '31',
        author: 'Ottoline Marsh',
        text: '**Bright** & <quick>',
        reviewDate: '2026-05-06T07:08:09',
        ratingOriginal: '1',
        rating: 5,
        reviewUrl: 'https://apps.nextcloud.com/apps/lantern_notes#comments',
        raw: expect.objectContaining({ app: 'lantern_notes', rating: 1 }) as CollectedReview['raw'],
      }),
    );
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
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readRatings(value, 'a')).toThrow(Changed);
  });

  it.each<[string, unknown, Unread]>([
    ['a rating that is null', null, { review: 1 }],
    ['a rating without an app', { app: undefined }, { review: 1 }],
    ['a rating that is a text', { rating: '1' }, { rating: 1 }],
    ['a number above the scale', { rating: 5 }, { rating: 1 }],
    ['no date', { ratedAt: undefined }, { date: 1 }],
    ['the date 0000-00-00', { ratedAt: '0000-00-00T00:00:00Z' }, { date: 1 }],
    ['translations that are a list', { translations: ['x'] }, { text: 1 }],
    ['a translation that is a text', { translations: { en: 'x', de: { comment: 'y' } } }, { text: 1 }],
    ['a name that is a number', { user: { id: 2, firstName: 5 } }, { author: 1 }],
    ['no user', { user: null }, { review: 1 }],
    ['a user without an id', { user: {} }, { review: 1 }],
    ['an id that is too large', { user: { id: 1e300 } }, { review: 1 }],
  ])('counts %s, and reads the other ratings (§10.2)', (_what, change, unread) => {
    const whole = (id: number) => ({
      app: 'a',
      rating: 1,
      ratedAt: '2026-01-01T00:00:00Z',
      translations: {},
      user: { id },
    });
    const odd = change === null ? null : { ...whole(2), ...(change as object) };
    const page = readRatings([whole(1), odd, whole(3)], 'a');
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: '1' }, { externalId: '3' }]);
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
    expect(readAppName(html)).toEqual(name === null ? { name, unread: { name: 1 } } : { name });
  });

  it('throws Blocked for a challenge page', () => {
    expect(() => readAppName('<html><head><title>Just a moment...</title></head></html>')).toThrow(Blocked);
  });
});
