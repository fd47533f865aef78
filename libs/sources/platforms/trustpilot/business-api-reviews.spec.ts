import { unreadIn } from '../../conformance/unread-in';
import { Blocked, Changed, Gone, Unavailable } from '../../source-errors';
import type { Unread } from '../../unread';
import { readApiPage, readUnit } from './business-api-reviews';
import { apiPage } from './parsers';

const review = {
  id: '65a0c0de0000000000000001',
  consumer: { id: '507f191e810c19729de860ea', displayName: 'Ottilie Ravenscroft' },
  stars: 4,
  title: 'Warm kettle',
  text: 'The box was dry.',
  createdAt: '2026-03-02T08:15:30Z',
  companyReply: { text: 'Thank you.', createdAt: '2026-03-03T09:00:00.000Z' },
};
const EMPTY = Object.fromEntries(Object.keys(review).map((key) => [key, undefined]));
const page = (...reviews: unknown[]): unknown => ({ links: [], reviews });

describe('the list of the Business API (contract §2.3)', () => {
  it('reads a review with its reply', () => {
    const { reviews, hasNext } = readApiPage({ links: [{ rel: 'next-page', href: 'x' }], reviews: [review] });
    expect(hasNext).toBe(true);
    expect(reviews[0]).toMatchObject({
      externalId: review.id,
      author: 'Ottilie Ravenscroft',
      text: 'Warm kettle\n\nThe box was dry.',
      reviewDate: '2026-03-02T08:15:30',
      rating: 4,
      ratingOriginal: '4',
      reviewUrl: 'https://www.trustpilot.com/reviews/65a0c0de0000000000000001',
      replyText: 'Thank you.',
      replyDate: '2026-03-03T09:00:00',
      raw: review,
    });
  });

  it('reads a review with nothing but an id', () => {
    expect(readApiPage(page({ id: 'a' })).reviews[0]).toMatchObject({
      text: null,
      author: null,
      rating: null,
      reviewDate: null,
      replyText: null,
    });
  });

  it.each<[string, unknown]>([
    ['no list', {}],
    ['an object as the list', { reviews: {} }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readApiPage(value)).toThrow(Changed);
  });

  it.each<[string, object, Unread]>([
    ['a review without an id', { id: undefined }, { review: 1 }],
    ['an empty id', { id: '' }, { review: 1 }],
    ['a number as the text', { text: 5 }, { text: 1 }],
    ['a list as the reply', { companyReply: [] }, { reply: 1 }],
    ['a day that does not exist', { createdAt: '2026-02-31T00:00:00Z' }, { date: 1 }],
    ['the date 0000-00-00', { createdAt: '0000-00-00' }, { date: 1 }],
    ['a review with nothing but an id', { ...EMPTY, id: 'a' }, { date: 1, rating: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const read = readApiPage(page(review, { ...review, ...change }, { ...review, id: 'b' }));
    expect(unreadIn(read)).toEqual(unread);
    expect([read.reviews[0], read.reviews.at(-1)]).toMatchObject([{ externalId: review.id }, { externalId: 'b' }]);
  });

  it('gives no rating for numbers that are not on the scale', () => {
    for (const stars of [0, 6, 1e308, '9'.repeat(400)])
      expect(readApiPage(page({ ...review, stars })).reviews[0]?.rating).toBeNull();
  });

  it('reads the data about the business', () => {
    const unit = { displayName: 'Kettle & Leaf', numberOfReviews: { total: 4 }, score: { trustScore: 3.8 } };
    expect(readUnit(unit)).toEqual({ name: 'Kettle & Leaf', reviewCount: 4, rating: 3.8, ratingOriginal: '3.8' });
    expect(readUnit({ ...unit, score: { trustScore: 0 } })).toMatchObject({ rating: null, ratingOriginal: null });
    expect(() => readUnit({ ...unit, numberOfReviews: 4 })).toThrow(Changed);
  });

  it('throws the error of the status', () => {
    const read = (status: number, text = '{}'): unknown => apiPage.read(text, { status });
    expect(() => read(404)).toThrow(Gone);
    for (const status of [401, 403]) expect(() => read(status)).toThrow(Unavailable);
    expect(() => read(403, '<title>Verifying Connection</title>')).toThrow(Blocked);
    expect(() => read(200, '<html>')).toThrow(Changed);
  });
});
