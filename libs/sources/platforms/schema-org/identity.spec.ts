import { externalIdOf } from './identity';
import type { Item } from './item';

const PAGE = 'https://inns.example/hotel-48213/?from=20931';

const review = (id: string | null, url?: string): Item => ({
  types: ['Review'],
  id,
  properties: new Map(url === undefined ? [] : [['url', [url]]]),
  raw: {},
});

describe("the address of a review compared with its page's own, which identifies no review", () => {
  it.each<[string, string, string | null]>([
    ['the page', 'https://inns.example/hotel-48213/?from=20931', null],
    ['without its query', 'https://inns.example/hotel-48213/', null],
    ['without its last slash', 'https://inns.example/hotel-48213', null],
    ['from another host', 'https://www.inns.example/hotel-48213/', null],
    ['relative', '/hotel-48213/?from=20931', null],
    ['with a query that identifies the review', 'https://inns.example/hotel-48213/?review=70551', '70551'],
    [
      'with a fragment that identifies the review',
      'https://inns.example/hotel-48213/?from=20931#review-70551',
      '70551',
    ],
    ['with a fragment, and without the query', 'https://inns.example/hotel-48213/#review-70551', '70551'],
    ['another page', 'https://inns.example/reviews/70551/', '70551'],
  ])('%s', (_, address, id) => {
    expect(externalIdOf(review(address), PAGE)).toBe(id);
    expect(externalIdOf(review(null, address), PAGE)).toBe(id);
  });

  it('is skipped for the next that identifies the review', () => {
    expect(externalIdOf(review(PAGE, '/reviews/70551'), PAGE)).toBe('70551');
  });
});
