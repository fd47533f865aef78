import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unreadIn } from '../../conformance/unread-in';
import { Changed } from '../../source-errors';
import type { Unread } from '../../unread';
import { readPage } from './parse';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'reviews.json'), 'utf8'));

describe("Template's list of reviews (contract §2.3)", () => {
  it('reads the fields of each review', () => {
    const { reviews, object, hasNext } = readPage(fixture, '4711');
    expect({ hasNext, object }).toEqual({
      hasNext: false,
      object: { name: 'The Old Mill', reviewCount: 2, rating: 4.25, ratingOriginal: '8.5' },
    });
    expect(reviews[0]).toMatchObject({
      externalId: 'r-2',
      author: 'Hester Vane',
      text: 'Lovely stay\n\nThe miller waved.',
      reviewDate: '2026-04-02T18:30:00',
      rating: 5,
      ratingOriginal: '10',
      replyText: 'Come again!',
      replyDate: '2026-04-03T07:00:00',
    });
    expect(reviews[1]).toMatchObject({ externalId: 'r-1', author: null, text: null, rating: 3.5, replyText: null });
  });

  it.each<[string, unknown]>([
    ['another layout', { data: [] }],
    ['reviews that are an object', { place: {}, reviews: {}, has_next: false }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readPage(value, '4711')).toThrow(Changed);
  });

  it.each<[string, object, Unread]>([
    ['a review without an id', { id: undefined }, { review: 1 }],
    ['a score that is a text', { score: 'ten' }, { rating: 1 }],
    ['no date', { created_at: null }, { date: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const whole = { id: 'a', score: 8, created_at: '2026-04-02T18:30:00' };
    const page = readPage({ place: {}, reviews: [whole, { ...whole, id: 'b', ...change }], has_next: false }, '4711');
    expect(unreadIn(page)).toEqual(unread);
    expect(page.reviews[0]?.externalId).toBe('a');
  });
});
