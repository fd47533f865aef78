import { filterCount, filterOf, inView, reviewsSearch, sortOf, viewOf, withoutFilters } from './search';

const NOW = Date.parse('2026-11-25T12:00:00Z');

test('reads the parameters of the API and drops bad values', () => {
  expect(reviewsSearch({ max_rating: 2.99, has_reply: false, search: 'water', offset: 50 })).toMatchObject({
    max_rating: 2.99,
    has_reply: false,
    search: 'water',
    offset: 50,
  });
  const dropped = reviewsSearch({
    max_rating: 9,
    has_reply: 'x',
    sort_order: 'up',
    sort_by: 'name',
    object_id: -1,
    scope: 'account:1',
    source_slugs: '<script>',
    period: 'all',
    published_from: 'then',
    show_hidden: 'no',
    reply_status: 'sent',
  });
  expect(Object.values(dropped).filter((value) => value !== undefined)).toEqual([]);
});

test.each(['low', 'unanswered', 'failed', 'gone', 'all'] as const)(
  'the view %s is recognized in its own address',
  (view) => {
    const search = inView(reviewsSearch({ search: 'water', min_rating: 4, offset: 50 }), view);
    expect([viewOf(search), search.search, search.offset]).toEqual([view, 'water', undefined]);
  },
);

test('the view of low ratings is the address that the overview leads to', () =>
  expect(viewOf(reviewsSearch({ has_reply: 'false', max_rating: '2.99' }))).toBe('low'));

test('another filter is no view', () => expect(viewOf(reviewsSearch({ min_rating: 4 }))).toBeNull());

test.each([
  [{ period: '7d' }, { published_from: '2026-11-19' }],
  [{ period: '7d', published_from: '2026-01-01' }, { published_from: '2026-11-19' }],
  [
    { published_from: '2026-01-01', published_to: '2026-02-01' },
    { published_from: '2026-01-01', published_to: '2026-02-01' },
  ],
  [{ scope: 'folder:3', object_id: 7 }, { folder_id: 3 }],
  [{ object_id: 7 }, { object_id: 7 }],
  [{ source_slugs: 'google,booking,google' }, { source_slugs: ['google', 'booking'] }],
  [{ languages: 'en,de,en,english' }, { languages: ['en', 'de'] }],
  [
    { has_reply: 'false', sort_by: 'rating' },
    { has_reply: false, sort_by: 'rating' },
  ],
])('the address %j asks the API for %j', (address, filter) =>
  expect(filterOf(reviewsSearch(address), NOW)).toEqual(filter),
);

test('counts filters and removes them, and keeps the scope and the order', () => {
  const search = reviewsSearch({
    scope: 'object:7',
    min_rating: 1,
    max_rating: 2,
    period: '30d',
    search: 'x',
    sort_by: 'rating',
  });
  expect([filterCount(search), sortOf(search)]).toEqual([3, 'highest']);
  const cleared = withoutFilters(search);
  expect([filterCount(cleared), cleared.scope, sortOf(cleared)]).toEqual([0, 'object:7', 'highest']);
});
