import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Changed } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readCard, readFeedbacks } from './parse';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'feedbacks.json'), 'utf8'));
const listWith = (change: object): unknown => ({
  feedbacks: [{ id: 'r-1', nmId: 55555501, productValuation: 5, createdDate: '2026-01-01T00:00:00Z', ...change }],
});

describe("Wildberries' list of reviews (contract §2.3)", () => {
  it('reads texts, stars, replies and Moscow time, newest first', () => {
    const { reviews, ...totals } = readFeedbacks(fixture, '55555501');
    expect(totals).toEqual({ reviewCount: 5120, rating: 4.7, ratingOriginal: '4.7' });
    expect(reviews).toHaveLength(2);
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: 'aInventedNewer0000002',
        author: 'Маркел Озеров',
        text: 'Фонарь светит <ярко> & далеко.\n\nКрепкий корпус\n\nТяжёлый',
        positive: 'Крепкий корпус',
        negative: 'Тяжёлый',
        // The next day in Moscow.
        reviewDate: '2026-09-18T01:26:37',
        ratingOriginal: '4',
        rating: 4,
        reviewUrl: 'https://www.wildberries.ru/catalog/55555501/feedbacks',
        replyText: 'Спасибо за отзыв!',
        replyDate: '2026-09-18T09:00:00',
        raw: expect.objectContaining({ rank: 999, statusId: 16 }) as CollectedReview['raw'],
      }),
    );
    // Stars only, of another article of the card, with a reply that is not public.
    expect(reviews[1]).toMatchObject({
      externalId: 'aInventedOlder0000001',
      author: null,
      text: null,
      positive: null,
      negative: null,
      rating: 5,
      reviewUrl: 'https://www.wildberries.ru/catalog/55555502/feedbacks',
      replyText: null,
      replyDate: null,
    });
  });

  it.each<[string, unknown]>([
    ['the response of the other host', { valuation: '', feedbackCount: 0, feedbacks: null }],
    ['an empty list', { valuation: '0', feedbackCount: 0, feedbacks: [] }],
  ])('reads %s', (_what, value) => {
    expect(readFeedbacks(value, '55555501')).toEqual({
      reviews: [],
      reviewCount: 0,
      rating: null,
      ratingOriginal: null,
    });
  });

  it('accepts a list without counter and rating', () => {
    expect(readFeedbacks({ feedbacks: [] }, '55555501')).toMatchObject({ reviewCount: null, rating: null });
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['no article', { nmId: null }, { reviewUrl: 'https://www.wildberries.ru/catalog/77777701/feedbacks' }],
    ['no author', { wbUserDetails: null }, { author: null }],
    ['pros only', { pros: 'Свет' }, { text: 'Свет', positive: 'Свет', negative: null }],
    ['cons only', { text: ' ', cons: 'Вес' }, { text: 'Вес', positive: null, negative: 'Вес' }],
    ['no stars', { productValuation: 0 }, { rating: null, ratingOriginal: '0' }],
    ['too many stars', { productValuation: 1e300 }, { rating: null }],
    ['no date', { createdDate: null }, { reviewDate: null }],
    ['an empty date', { createdDate: '' }, { reviewDate: null }],
    [
      'a date with nanoseconds',
      { createdDate: '2026-01-01T00:00:00.031478436Z' },
      { reviewDate: '2026-01-01T03:00:00' },
    ],
    ['a date with summer time', { createdDate: '2010-07-01T00:00:00Z' }, { reviewDate: '2010-07-01T04:00:00' }],
    ['a date in the last hour of 9999', { createdDate: '9999-12-31T23:00:00Z' }, { reviewDate: null }],
    ['no reply', { answer: null }, { replyText: null, replyDate: null }],
    ['an empty reply', { answer: { text: '', state: 'wbRu', createDate: null } }, { replyText: null, replyDate: null }],
    ['a reply without a date', { answer: { text: 'Да', state: 'wbRu' } }, { replyText: 'Да', replyDate: null }],
    ['a rejected reply', { answer: { text: 'Да', state: 'rejected' } }, { replyText: null }],
    ['an unknown field', { bables: ['цвет'] }, { externalId: 'r-1' }],
  ])('reads a review with %s', (_what, change, expected) => {
    expect(readFeedbacks(listWith(change), '77777701').reviews[0]).toMatchObject(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no list', { feedbackCount: 5 }],
    ['a list that is an object', { feedbacks: {} }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readFeedbacks(value, '55555501')).toThrow(Changed);
  });

  it.each<[string, unknown, Unread]>([
    ['a review that is null', null, { review: 1 }],
    ['a review without an id', { id: null }, { review: 1 }],
    ['an empty id', { id: '' }, { review: 1 }],
    ['a numeric id', { id: 5 }, { review: 1 }],
    ['stars that are a text', { productValuation: 'five' }, { rating: 1 }],
    ['no stars', { productValuation: null }, { rating: 1 }],
    ['a text that is a list', { text: ['a'] }, { text: 1 }],
    ['no date', { createdDate: null }, { date: 1 }],
    ['a date that does not exist', { createdDate: '0000-00-00' }, { date: 1 }],
    ['a date that is a number', { createdDate: 1_790_000_000 }, { date: 1 }],
    ['a reply that is a text', { answer: 'Да' }, { reply: 1 }],
    ['a reply in an unknown state', { answer: { text: 'Да', state: 'shown' } }, { reply: 1 }],
    ['a public reply without a text', { answer: { state: 'wbRu' } }, { reply: 1 }],
    [
      'a date of a reply that does not exist',
      { answer: { text: 'Да', state: 'wbRu', createDate: '31.02' } },
      { reply_date: 1 },
    ],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const whole = { id: 'a', nmId: 55555501, productValuation: 5, createdDate: '2026-01-01T00:00:00Z' };
    const odd = change === null ? null : { ...whole, id: 'b', ...(change as object) };
    const page = readFeedbacks({ feedbacks: [whole, odd, { ...whole, id: 'c' }] }, '55555501');
    expect(unreadIn(page)).toEqual(unread);
    expect(page.reviews.map(({ externalId }) => externalId)).toEqual(expect.arrayContaining(['a', 'c']));
  });

  it.each<[string, object, Unread]>([
    ['a counter that is a text', { feedbackCount: '5' }, { count: 1 }],
    ['a negative counter', { feedbackCount: -5 }, { count: 1 }],
    ['an average that is a word', { valuation: 'good' }, { average: 1 }],
  ])('counts %s (§10.2)', (_what, change, unread) => {
    expect(readFeedbacks({ feedbacks: [], ...change }, '55555501').unread).toEqual(unread);
  });
});

describe("Wildberries' card (contract §2.1)", () => {
  const product = { id: 55555501, root: 4444, name: 'Фонарь', feedbacks: 12, reviewRating: 4.7 };

  it('reads the number of the list, name, counter and rating', () => {
    expect(readCard({ products: [{ ...product, id: 5 }, product] }, '55555501')).toEqual({
      imtId: 4444,
      articleCount: null,
      object: { name: 'Фонарь', reviewCount: 12, rating: 4.7, ratingOriginal: '4.7' },
    });
    expect(readCard({ products: [{ id: 55555501, root: 4444, reviewRating: 0 }] }, '55555501')).toEqual({
      imtId: 4444,
      articleCount: null,
      object: { name: null, reviewCount: null, rating: null, ratingOriginal: null },
    });
  });

  it('reads an article that does not exist', () => {
    expect(readCard({ products: [] }, '55555501')).toBeNull();
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['no products', {}],
    ['the format of an older version', { data: { products: [product] } }],
    ['products that are an object', { products: {} }],
    ['another article', { products: [{ ...product, id: 5 }] }],
    ['no number of the list', { products: [{ ...product, root: null }] }],
    ['the number 0', { products: [{ ...product, root: 0 }] }],
    ['a number that is a path', { products: [{ ...product, root: '../1' }] }],
    ['a number that is too large', { products: [{ ...product, root: 1e300 }] }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readCard(value, '55555501')).toThrow(Changed);
  });
});
