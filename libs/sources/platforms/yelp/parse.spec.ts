import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Blocked, Changed, Gone, Unavailable } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readBusiness, readReviewPage } from './parse';
import { business, reviewPage } from './parsers';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'reviews.json'), 'utf8'));
const pageOf = (change: object): unknown => ({ reviews: [{ id: 'a', rating: 5, ...change }], total: 1 });

describe("Yelp's list of reviews (contract §2.3)", () => {
  it('reads the fields; replies are not known', () => {
    const { reviews, total, languages } = readReviewPage(fixture);
    expect({ total, languages, count: reviews.length }).toEqual({ total: 41, languages: ['en', 'de'], count: 1 });
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: 'inventedReview00000001',
        author: 'Ines B.',
        text: 'The rolls are warm until noon, and after that they are...',
        reviewDate: '2026-05-04T21:30:00',
        ratingOriginal: '4',
        rating: 4,
        reviewUrl: 'https://www.yelp.com/biz/sandpiper-bakery-lisboa?hrid=inventedReview00000001',
        replyKnown: false,
        raw: expect.objectContaining({ id: 'inventedReview00000001' }) as CollectedReview['raw'],
      }),
    );
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['no author', { user: null }, { author: null }],
    ['no text', { text: ' ' }, { text: null }],
    ['no date', { time_created: null }, { reviewDate: null }],
    ['no rating', { rating: null }, { rating: null, ratingOriginal: null }],
    ['no address', { url: null }, { reviewUrl: null }],
    ['an address elsewhere', { url: 'https://evil.example/?hrid=a' }, { reviewUrl: null }],
    ['an address without a review', { url: 'https://www.yelp.de/biz/x' }, { reviewUrl: 'https://www.yelp.de/biz/x' }],
    ['a field that is not known', { votes: 3 }, { externalId: 'a' }],
  ])('reads a review with %s', (_what, change, expected) => {
    expect(readReviewPage(pageOf(change)).reviews[0]).toMatchObject(expected);
  });

  it('removes the app of the key from the address in the record', () => {
    const url = 'https://www.yelp.com/biz/x?adjust_creative=an-app&hrid=a&utm_campaign=yelp_api_v3&utm_source=an-app';
    const { raw } = readReviewPage(pageOf({ url, text: 'Fine' })).reviews[0] ?? {};
    expect(raw).toEqual({ id: 'a', rating: 5, text: 'Fine', url: 'https://www.yelp.com/biz/x?hrid=a' });
    expect(
      readReviewPage(pageOf({ url: 'https://evil.example/?adjust_creative=an-app' })).reviews[0]?.raw['url'],
    ).toBeNull();
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no reviews', { total: 0 }],
    ['reviews that are an object', { reviews: {} }],
    ['a total that is a text', { reviews: [], total: '3' }],
    ['languages that are a text', { reviews: [], possible_languages: 'en' }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readReviewPage(value)).toThrow(Changed);
  });

  it.each<[string, object, Unread]>([
    ['a review without an id', { id: undefined }, { review: 1 }],
    ['a text that is an object', { text: { full: 'x' } }, { text: 1 }],
    ['a rating that is a text', { rating: '5' }, { rating: 1 }],
    ['no rating', { rating: null }, { rating: 1 }],
    ['no date', { time_created: null }, { date: 1 }],
    ['a date that does not exist', { time_created: '0000-00-00 00:00:00' }, { date: 1 }],
    ['a date in words', { time_created: '11/2/2023' }, { date: 1 }],
    ['an address elsewhere', { url: 'https://evil.example/?hrid=a' }, { address: 1 }],
    ['an author that is a text', { user: 'Ines' }, { author: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const whole = { id: 'a', rating: 5, time_created: '2026-05-04 21:30:00' };
    const page = readReviewPage({ reviews: [whole, { ...whole, id: 'b', ...change }, { ...whole, id: 'c' }] });
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: 'a' }, { externalId: 'c' }]);
  });
});

describe("Yelp's description of a business", () => {
  it('reads the id, the name, the rating and the number of reviews', () => {
    expect(readBusiness({ id: 'x', name: 'Bakery', rating: 4.5, review_count: 41 })).toEqual({
      id: 'x',
      object: { name: 'Bakery', reviewCount: 41, rating: 4.5, ratingOriginal: '4.5' },
    });
    expect(readBusiness({ id: 'x', rating: 0, review_count: 0 }).object).toEqual({
      name: null,
      reviewCount: 0,
      rating: null,
      ratingOriginal: null,
    });
  });
});

describe('responses with other statuses', () => {
  const error = (code: string): string => JSON.stringify({ error: { code, description: 'The key abc is wrong' } });

  it.each([
    [401, error('TOKEN_INVALID'), Unavailable],
    [403, error('AUTHORIZATION_ERROR'), Unavailable],
    [400, error('VALIDATION_ERROR'), Unavailable],
    [400, error('LOCALE_INVALID'), Changed],
    [403, error('BUSINESS_UNAVAILABLE'), Gone],
    [404, error('BUSINESS_NOT_FOUND'), Gone],
    [403, '<title>Access Denied</title>', Blocked],
    [403, 'not JSON', Unavailable],
  ])('throws the error of %d %s, without its description', (status, text, type) => {
    for (const parser of [reviewPage, business]) {
      expect(() => parser.read(text, { status })).toThrow(type);
      expect(() => parser.read(text, { status })).not.toThrow(/abc/);
    }
  });
});
