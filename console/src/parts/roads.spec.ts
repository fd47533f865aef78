import { roadLines, roadOfLink, type Road } from './roads';

const aRoad = (facts: Partial<Road>): Road => ({
  name: 'public',
  read_by: 'public',
  shows: 'all',
  limit_reviews: null,
  limit_days: null,
  ...facts,
});

test.each<[Partial<Road>, string]>([
  [{ shows: 'all' }, 'the whole list'],
  [{ shows: 'newest' }, 'the newest reviews'],
  [{ shows: 'newest', limit_reviews: 1_000 }, 'the newest 1,000 reviews'],
  [{ shows: 'newest', limit_days: 1_096 }, 'the reviews of the last 3 years'],
  [{ shows: 'newest', limit_days: 1_826 }, 'the reviews of the last 5 years'],
  [{ shows: 'newest', limit_days: 90 }, 'the reviews of the last 90 days'],
  [{ shows: 'selection' }, 'reviews that the platform selects'],
  [{ shows: 'selection', limit_reviews: 5 }, 'at most 5 reviews that the platform selects'],
])('a road with %j shows %s', (facts, text) => expect(roadLines([aRoad(facts)])).toEqual([`Public page: ${text}`]));

test('roads of one kind differ by their names', () =>
  expect(
    roadLines([
      aRoad({}),
      aRoad({ name: 'business-profile', read_by: 'owner' }),
      aRoad({ name: 'places', read_by: 'owner', shows: 'selection', limit_reviews: 5 }),
    ]),
  ).toEqual([
    'Public page: the whole list',
    'Connection, Google Business Profile: the whole list',
    'Connection, Google Places: at most 5 reviews that the platform selects',
  ]));

const ROADS = [
  aRoad({ shows: 'newest', limit_reviews: 200 }),
  aRoad({ name: 'business-api', read_by: 'owner' }),
  aRoad({ name: 'developer-api', read_by: 'both' }),
];

test.each([
  [{ read_by: null, road: null }, null],
  [{ read_by: 'public', road: 'public' }, 'Read from the public page: the newest 200 reviews.'],
  [{ read_by: 'owner', road: 'business-api' }, 'Read through your connection: the whole list.'],
  [
    { read_by: 'both', road: 'developer-api' },
    'Read through your connection and from the public page: the whole list.',
  ],
  [{ read_by: 'owner', road: 'of an older version' }, 'Read through your connection.'],
] as const)('a link with %j is described by %p', (link, text) => expect(roadOfLink(link, ROADS)).toBe(text));
