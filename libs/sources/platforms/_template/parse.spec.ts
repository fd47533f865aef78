import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Changed } from '../../source-errors';
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
    ['a review without an id', { place: {}, reviews: [{ text: 'x' }], has_next: false }],
    ['a score that is a text', { place: {}, reviews: [{ id: '1', score: 'ten' }], has_next: false }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readPage(value, '4711')).toThrow(Changed);
  });
});
