import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Changed } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readApp, readCount, readReviews } from './parse';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'reviews.json'), 'utf8'));
const review = { review_id: 1, date_created: 1_790_000_000, rating: 60, summary: 'Fine', description: 'It works.' };
const listWith = (change: object): unknown => [{ ...review, ...change }];

describe("ODRS's list of reviews (contract §2.3)", () => {
  it('reads the fields of each review', () => {
    const { reviews } = readReviews(fixture);
    expect(reviews).toHaveLength(2);
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: '7002',
        author: 'Ottoline Marsh',
        text: 'A good light\n\nIt starts <fast> & stays bright.',
        reviewDate: '2026-09-21T14:13:20',
        ratingOriginal: '90',
        rating: 4.5,
        raw: expect.objectContaining({ review_id: 7002, distro: 'Debian GNU/Linux' }) as CollectedReview['raw'],
      }),
    );
    expect(reviews[1]).toMatchObject({ author: null, text: 'Naja\n\nZu dunkel.', ratingOriginal: '15', rating: 1 });
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['no summary', { summary: null }, { text: 'It works.' }],
    ['no text', { summary: ' ', description: '' }, { text: null }],
    ['a rating of 0', { rating: 0 }, { rating: null, ratingOriginal: '0' }],
    ['a rating of 101', { rating: 101 }, { rating: null, ratingOriginal: '101' }],
    ['a rating of 1', { rating: 1 }, { rating: 1, ratingOriginal: '1' }],
    ['the date 0', { date_created: 0 }, { reviewDate: null }],
    ['a negative date', { date_created: -1 }, { reviewDate: null }],
    ['a date that is too large', { date_created: 1e300 }, { reviewDate: null }],
    ['a date in the last second of 9999', { date_created: 253_402_300_799.9 }, { reviewDate: '9999-12-31T23:59:59' }],
    ['an unknown field', { score: 5 }, { externalId: '1' }],
  ])('reads a review with %s', (_what, change, expected) => {
    expect(readReviews(listWith(change)).reviews[0]).toMatchObject(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['an error', { success: false, msg: 'invalid' }],
    ['a list in an object', { reviews: [] }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readReviews(value)).toThrow(Changed);
  });

  it.each<[string, unknown, Unread]>([
    ['a review that is null', null, { review: 1 }],
    ['a review without an id', { review_id: undefined }, { review: 1 }],
    ['an id that is a text', { review_id: '1' }, { review: 1 }],
    ['an id that is too large', { review_id: 1e300 }, { review: 1 }],
    ['a rating that is a text', { rating: '60' }, { rating: 1 }],
    ['no rating', { rating: null }, { rating: 1 }],
    ['a rating of 101', { rating: 101 }, { rating: 1 }],
    ['a date that is a text', { date_created: '0000-00-00' }, { date: 1 }],
    ['the date 0', { date_created: 0 }, { date: 1 }],
    ['a text that is a list', { description: ['a'] }, { text: 1 }],
    ['a name that is an object', { user_display: {} }, { author: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const whole = { review_id: 1, rating: 60, date_created: 1_790_000_000 };
    const odd = change === null ? null : { ...whole, review_id: 2, ...(change as object) };
    const page = readReviews([whole, odd, { ...whole, review_id: 3 }]);
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: '1' }, { externalId: '3' }]);
  });
});

describe("ODRS's number of reviews (contract §2.1)", () => {
  it.each([
    [{ star0: 0, star5: 3, total: 3 }, 3],
    [[], 0],
  ])('reads %j', (value, total) => {
    expect(readCount(value)).toEqual({ total });
  });

  it('throws Changed for another format', () => {
    for (const value of [null, {}, [1], { total: -1 }, { total: '3' }]) expect(() => readCount(value)).toThrow(Changed);
  });
});

describe("Flathub's data about the application (contract §2.1)", () => {
  it('reads the name', () => {
    expect(readApp({ id: 'org.example.Lantern', name: ' Lantern ' })).toEqual({ name: 'Lantern' });
    expect(readApp({})).toEqual({ name: null });
  });

  it('throws Changed for another format', () => {
    for (const value of [null, [], { name: 5 }]) expect(() => readApp(value)).toThrow(Changed);
  });
});
