import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Blocked, Changed, Gone, Unavailable } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readLocation, readReviewPage } from './parse';
import { location, reviewPage } from './parsers';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'reviews.json'), 'utf8'));
const pageOf = (change: object): unknown => ({
  data: [{ id: 1, rating: 5, ...change }],
  pagination: { total_elements: 1 },
});

describe("Tripadvisor's list of reviews (contract §2.3)", () => {
  it('reads the fields, in the language of the author', () => {
    const { reviews, total, pageSize } = readReviewPage(fixture);
    expect({ total, pageSize, count: reviews.length }).toEqual({ total: 25, pageSize: 20, count: 2 });
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: '1008123456',
        author: 'Ottilie Sandvik',
        text: 'Ruhig\n\nDie Kraniche haben uns geweckt.',
        reviewDate: '2026-05-04T21:30:00',
        ratingOriginal: '4',
        rating: 4,
        reviewUrl: 'https://www.tripadvisor.com/ShowUserReviews-g1-d4071234-r1008123456-Invented.html',
        replyText: 'Danke!',
        replyDate: '2026-05-06T08:00:00',
        images: [{ templateUrl: 'https://img.example/p.jpg', preview: null, image: 'https://img.example/p.jpg' }],
        raw: expect.objectContaining({ id: 1008123456 }) as CollectedReview['raw'],
        // A photo has no address.
        unread: { photo: 1 },
      }),
    );
    expect(reviews[1]).toMatchObject({ author: null, text: null, rating: 1, replyText: null, replyDate: null });
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['an id that is a text', { id: 'r1' }, { externalId: 'r1' }],
    [
      'a text without a mark of the language',
      { text: [{ language: 'en', value: 'a' }, { value: 'b' }] },
      { text: 'a' },
    ],
    ['a rating of 0', { rating: 0 }, { rating: null, ratingOriginal: '0' }],
    ['no date', { publish_ts: null }, { reviewDate: null }],
    ['an empty response', { owner_response: { text: [] } }, { replyText: null, replyDate: null }],
    ['a field that is not known', { machine_translated: 'no' }, { externalId: '1' }],
  ])('reads a review with %s', (_what, change, expected) => {
    expect(readReviewPage(pageOf(change)).reviews[0]).toMatchObject(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no pagination', { data: [] }],
    ['a total that is a text', { data: [], pagination: { total_elements: '5' } }],
    ['a negative total', { data: [], pagination: { total_elements: -5 } }],
    ['reviews that are an object', { data: {}, pagination: { total_elements: 0 } }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readReviewPage(value)).toThrow(Changed);
  });

  it.each<[string, unknown, Unread]>([
    ['a review that is a text', 'Nice', { review: 1 }],
    ['a review without an id', { id: undefined }, { review: 1 }],
    ['a text as of the older interface', { text: 'Nice rooms' }, { text: 1 }],
    ['a text without a value', { text: [{ language: 'en' }] }, { text: 1 }],
    ['a rating that is a text', { rating: '5' }, { rating: 1 }],
    ['no rating', { rating: null }, { rating: 1 }],
    ['no date', { publish_ts: null }, { date: 1 }],
    ['a date that does not exist', { publish_ts: '0000-00-00T00:00:00Z' }, { date: 1 }],
    ['a response without a text', { owner_response: { publish_date: '2026-05-06T08:00:00Z' } }, { reply: 1 }],
    ['a photo without an address', { photos: [{}] }, { photo: 1 }],
    ['an address that is a list', { url: ['x'] }, { address: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const whole = { id: 1, rating: 5, publish_ts: '2026-05-04T21:30:00Z' };
    const odd = typeof change === 'object' ? { ...whole, id: 2, ...change } : change;
    const page = readReviewPage({ data: [whole, odd, { ...whole, id: 3 }], pagination: { total_elements: 3 } });
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: '1' }, { externalId: '3' }]);
  });
});

describe("Tripadvisor's description of a location", () => {
  it('reads the name in its own language, the rating and the number of reviews', () => {
    expect(
      readLocation({
        id: 1,
        names: [{ value: 'Crane Lake' }, { value: 'Kranichsee', primary: true }],
        traveler_ratings: { overall: { rating: 4.5, count: 1_215 } },
      }),
    ).toEqual({ name: 'Kranichsee', reviewCount: 1_215, rating: 4.5, ratingOriginal: '4.5' });
  });

  it('reads a location without ratings, which has no reviews', () => {
    expect(readLocation({ id: 1, names: [] })).toEqual({
      name: null,
      reviewCount: 0,
      rating: null,
      ratingOriginal: null,
    });
  });

  it('counts what it cannot read, and states no number of reviews then (§10.2)', () => {
    expect(readLocation({ id: 1, names: 'x', traveler_ratings: { overall: { count: 'x' } } })).toMatchObject({
      ...{ name: null, reviewCount: null, unread: { name: 1, count: 1 } },
    });
    expect(readLocation({ id: 1, traveler_ratings: { overall: { rating: 'x', count: 3 } } })).toMatchObject({
      ...{ reviewCount: 3, rating: null, unread: { average: 1 } },
    });
  });

  it('throws Changed for another format', () => {
    for (const value of [null, {}, { names: [] }]) expect(() => readLocation(value)).toThrow(Changed);
  });
});

describe('responses with other statuses', () => {
  it.each([
    [401, '{"Message":"Unauthorized"}', Unavailable],
    [403, '{"Message":"User is not authorized with an explicit deny"}', Unavailable],
    [403, '<title>Access Denied</title>', Blocked],
    [404, '{"message":"Not Found"}', Gone],
  ])('throws the error of %d', (status, text, type) => {
    for (const parser of [reviewPage, location]) expect(() => parser.read(text, { status })).toThrow(type);
  });
});
