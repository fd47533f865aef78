import { externalIdOf } from './identity';
import type { Item } from './item';

const PAGE = 'https://inns.example/hotel-48213/?from=20931';

const review = (id: string | null, url?: string): Item => ({
  types: ['Review'],
  id,
  properties: new Map(url === undefined ? [] : [['url', [url]]]),
  raw: {},
});

describe('ids from the address of a review (the address of its page is not an id)', () => {
  it.each<[string, string, string | null]>([
    ['the address of the page', 'https://inns.example/hotel-48213/?from=20931', null],
    ['the address of the page without its query', 'https://inns.example/hotel-48213/', null],
    ['the address of the page without its last slash', 'https://inns.example/hotel-48213', null],
    ['the address of the page on another host', 'https://www.inns.example/hotel-48213/', null],
    ['the relative address of the page', '/hotel-48213/?from=20931', null],
    ['a query that identifies the review', 'https://inns.example/hotel-48213/?review=70551', '70551'],
    ['a fragment that identifies the review', 'https://inns.example/hotel-48213/?from=20931#review-70551', '70551'],
    ['a fragment without the query of the page', 'https://inns.example/hotel-48213/#review-70551', '70551'],
    ['the address of another page', 'https://inns.example/reviews/70551/', '70551'],
  ])('for %s (%s), returns %s', (_, address, id) => {
    expect(externalIdOf(review(address), PAGE)).toBe(id);
    expect(externalIdOf(review(null, address), PAGE)).toBe(id);
  });

  it('uses the next address if the first one is the address of the page', () => {
    expect(externalIdOf(review(PAGE, '/reviews/70551'), PAGE)).toBe('70551');
  });
});
