import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Changed } from '../../source-errors';
import type { CollectedReview } from '../../source';
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
    expect(reviews[0]).toEqual({
      externalId: 'aInventedNewer0000002',
      author: 'Маркел Озеров',
      text: 'Фонарь светит <ярко> & далеко.\n\nКрепкий корпус\n\nТяжёлый',
      positive: 'Крепкий корпус',
      negative: 'Тяжёлый',
      // The next day in Moscow.
      reviewDate: '2026-09-18T01:26:37',
      datePrecision: 'exact',
      ratingOriginal: '4',
      rating: 4,
      reviewUrl: 'https://www.wildberries.ru/catalog/55555501/feedbacks',
      replyText: 'Спасибо за отзыв!',
      replyDate: '2026-09-18T09:00:00',
      images: [],
      videos: [],
      isNative: true,
      raw: expect.objectContaining({ rank: 999, statusId: 16 }) as unknown,
    });
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
    ['a counter that is a text', { feedbackCount: '5', feedbacks: [] }],
    ['a negative counter', { feedbackCount: -5, feedbacks: [] }],
    ['a review that is null', { feedbacks: [null] }],
    ['a review without an id', listWith({ id: null })],
    ['an empty id', listWith({ id: '' })],
    ['a numeric id', listWith({ id: 5 })],
    ['stars that are a text', listWith({ productValuation: 'five' })],
    ['no stars', listWith({ productValuation: null })],
    ['a text that is a list', listWith({ text: ['a'] })],
    ['a date that does not exist', listWith({ createdDate: '0000-00-00' })],
    ['a date that is a number', listWith({ createdDate: 1_790_000_000 })],
    ['a reply that is a text', listWith({ answer: 'Да' })],
    ['a date of a reply that does not exist', listWith({ answer: { text: 'Да', state: 'wbRu', createDate: '31.02' } })],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readFeedbacks(value, '55555501')).toThrow(Changed);
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
