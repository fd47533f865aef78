import { inView, reviewsSearch, viewOf } from './search';

test('reads the parameters of the API and drops bad values', () => {
  expect(reviewsSearch({ max_rating: 2, has_reply: false, search: 'water', offset: 50 })).toMatchObject({
    max_rating: 2,
    has_reply: false,
    search: 'water',
    offset: 50,
  });
  const dropped = reviewsSearch({
    max_rating: 9,
    has_reply: 'x',
    sort_order: 'up',
    object_id: -1,
    published_from: 'then',
  });
  expect(Object.values(dropped).filter((value) => value !== undefined)).toEqual([]);
});

test.each(['low', 'unanswered', 'gone', 'all'] as const)('the view %s is recognized in its own address', (view) => {
  const search = inView(reviewsSearch({ search: 'water', min_rating: 4, offset: 50 }), view);
  expect([viewOf(search), search.search, search.offset]).toEqual([view, 'water', undefined]);
});

test('another filter is no view', () => expect(viewOf(reviewsSearch({ min_rating: 4 }))).toBeNull());
