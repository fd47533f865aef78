import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Changed } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readDetails, readReviewsPage } from './parse';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'appreviews.json'), 'utf8'));
const pageOf = (change: object): unknown => ({
  success: 1,
  reviews: [
    {
      recommendationid: '1',
      voted_up: true,
      timestamp_created: 1_790_000_000,
      author: { steamid: '76561190000000001' },
      ...change,
    },
  ],
});

describe("Steam's list of reviews (contract §2.3)", () => {
  it('reads recommendations without stars, texts with BBCode, and replies', () => {
    const { reviews, total, cursor } = readReviewsPage(fixture, '900100');
    expect({ count: reviews.length, total, cursor }).toEqual({ count: 4, total: 4, cursor: 'AoJ4invented==' });
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: '200000004',
        author: null,
        text: '[h1]Lanterns![/h1]\n[list][*]light[*]shadow[/list]\n[spoiler]the keeper did it[/spoiler]',
        // The time of creation, not of the last change.
        reviewDate: '2023-11-14T22:13:20',
        listedAt: '2026-09-27T09:06:40',
        ratingOriginal: 'recommended',
        rating: null,
        reviewUrl: 'https://steamcommunity.com/profiles/76561190000000004/recommended/900100/',
        replyText: 'Thank you for playing!',
        replyDate: '2026-09-28T12:53:20',
        raw: expect.objectContaining({
          recommendationid: '200000004',
          weighted_vote_score: '0.5',
        }) as CollectedReview['raw'],
      }),
    );
    expect(reviews[1]).toMatchObject({
      ratingOriginal: 'not_recommended',
      replyText: 'Работаем над продолжением.',
      replyDate: null,
    });
    expect(reviews.map(({ text }) => text).slice(2)).toEqual(['好玩 👍', null]);
  });

  it('accepts an empty list, and a response without the total', () => {
    expect(readReviewsPage({ success: 1, query_summary: { num_reviews: 0 }, reviews: [], cursor: '*' }, '1')).toEqual({
      reviews: [],
      total: null,
      cursor: '*',
    });
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['a numeric id', { recommendationid: 42 }, { externalId: '42' }],
    ['no author', { author: null }, { reviewUrl: null }],
    ['an invalid account number', { author: { steamid: '../../x' } }, { reviewUrl: null }],
    ['no date', { timestamp_created: null }, { reviewDate: null }],
    ['the date 0', { timestamp_created: 0 }, { reviewDate: null }],
    ['a date that is too large', { timestamp_created: 1e15 }, { reviewDate: null }],
    [
      'a date in the last second of 9999',
      { timestamp_created: 253_402_300_799 },
      { reviewDate: '9999-12-31T23:59:59' },
    ],
    ['a date in the first second of 10000', { timestamp_created: 253_402_300_800 }, { reviewDate: null }],
    ['a date on 29 February', { timestamp_created: 1_835_438_400 }, { reviewDate: '2028-02-29T12:00:00' }],
    ['no text', { review: null }, { text: null }],
    [
      'an empty reply',
      { developer_response: ' ', timestamp_dev_responded: 1_790_000_000 },
      { replyText: null, replyDate: null },
    ],
    ['a score that is a number', { weighted_vote_score: 0.5 }, { externalId: '1' }],
    ['an unknown field', { primarily_steam_deck: true }, { externalId: '1' }],
  ])('reads a review with %s', (_what, change, expected) => {
    expect(readReviewsPage(pageOf(change), '1').reviews[0]).toMatchObject(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['success 2', { success: 2 }],
    ['success without reviews', { success: 1 }],
    ['reviews that are an object', { success: 1, reviews: {} }],
    ['a total that is not a number', { success: 1, reviews: [], query_summary: { total_reviews: 'many' } }],
    ['a cursor that is not a text', { success: 1, reviews: [], cursor: 5 }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readReviewsPage(value, '1')).toThrow(Changed);
  });

  it.each<[string, unknown, Unread]>([
    ['a review that is null', null, { review: 1 }],
    ['a review without an id', { recommendationid: undefined }, { review: 1 }],
    ['an empty id', { recommendationid: '' }, { review: 1 }],
    ['a review without a recommendation', { voted_up: undefined }, { rating: 1 }],
    ['a recommendation that is a text', { voted_up: 'yes' }, { rating: 1 }],
    ['a text that is a list', { review: ['a'] }, { text: 1 }],
    ['a date that is a text', { timestamp_created: '2026-01-01' }, { date: 1 }],
    ['the date 0', { timestamp_created: 0 }, { date: 1 }],
    ['no time of the last change', { timestamp_updated: null }, { date: 1 }],
    ['a reply that is an object', { developer_response: { text: 'a' } }, { reply: 1 }],
    ['an unknown date of a reply', { developer_response: 'a', timestamp_dev_responded: 'x' }, { reply_date: 1 }],
    ['an invalid account number', { author: { steamid: '../../x' } }, { address: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const whole = {
      recommendationid: 'a',
      voted_up: true,
      timestamp_created: 1_790_000_000,
      timestamp_updated: 1_790_000_000,
    };
    const odd = change === null ? null : { ...whole, recommendationid: 'b', ...(change as object) };
    const page = readReviewsPage({ success: 1, reviews: [whole, odd, { ...whole, recommendationid: 'c' }] }, '1');
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: 'a' }, { externalId: 'c' }]);
  });
});

describe("Steam's data about the application (contract §2.1)", () => {
  it.each<[unknown, boolean, string | null]>([
    [{ 5: { success: true, data: { name: 'Lanternfall' } } }, true, 'Lanternfall'],
    [{ 5: { success: true, data: {} } }, true, null],
    [{ 5: { success: false } }, false, null],
    [{ 6: { success: true, data: { name: 'Another' } } }, false, null],
  ])('reads the details %j', (value, exists, name) => {
    expect(readDetails(value, '5')).toEqual({ exists, name });
  });

  it('throws Changed for another format', () => {
    for (const value of [null, 'x', { 5: {} }, { 5: { success: 'yes' } }])
      expect(() => readDetails(value, '5')).toThrow(Changed);
  });
});
