import { alteredVisit, type AlteredVisit } from '../../conformance/altered-visit';
import { jsonResponse } from '../../sandbox/sandbox-behaviour';
import { tripadvisorSandbox } from '../../sandbox/tripadvisor';
import { Blocked, Unavailable } from '../../source-errors';
import { tripadvisor } from './index';

const visitOf = (change: Partial<AlteredVisit>): ReturnType<typeof alteredVisit> =>
  alteredVisit({
    source: tripadvisor,
    platform: tripadvisorSandbox,
    key: '233385',
    canonicalUrl: 'https://www.tripadvisor.com/Attraction_Review-g1-d233385-Reviews-x-y.html',
    connection: { card: '233385', credentials: { api_key: 'terra-4f6d1c' } },
    count: 25,
    ...change,
  });

describe('a visit of Tripadvisor (contract §10)', () => {
  it('sends the key in a header only, and requests original texts, newest first', async () => {
    const keys: unknown[] = [];
    const { visit, urls } = await visitOf({
      override: ({ headers }) => {
        keys.push(headers['x-api-key']);
        return null;
      },
    });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' }, object: { reviewCount: 25 } });
    expect(keys).toEqual(Array(3).fill('terra-4f6d1c'));
    expect(urls.map(({ pathname, search }) => pathname + search)).toEqual([
      '/api/locations/233385/reviews?language=primary&sort_by=MOST_RECENT&page=1&size=20',
      '/api/locations/233385',
      '/api/locations/233385/reviews?language=primary&sort_by=MOST_RECENT&page=2&size=20',
    ]);
  });

  it('covers a window if the location has more reviews than the key opens', async () => {
    const { visit } = await visitOf({
      override: ({ url }) =>
        url.pathname.endsWith('/reviews')
          ? null
          : jsonResponse({ id: 233385, names: [{ value: 'Mill' }], traveler_ratings: { overall: { count: 1_215 } } }),
    });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'window' }, object: { reviewCount: 1_215 } });
    expect(visit.reviews).toHaveLength(25);
  });

  it('covers a window if the number of reviews is not known', async () => {
    const { visit } = await visitOf({
      override: ({ url }) => (url.pathname.endsWith('/reviews') ? null : jsonResponse({}, 500)),
    });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'window' }, object: { name: null } });
  });

  it('reads a list that is shorter than it states, and counts the rest as unread (§10.2)', async () => {
    const { visit } = await visitOf({
      override: ({ url }) =>
        url.searchParams.get('page') === '2' ? jsonResponse({ data: [], pagination: { total_elements: 25 } }) : null,
    });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'unproven' }, unread: { review: 5 } });
    expect(visit.reviews).toHaveLength(20);
  });

  it('reads a last page that shows one review', async () => {
    const { visit } = await visitOf({ count: 21 });
    expect(visit).toMatchObject({ error: null, pages: 2, end: { coverage: 'all' }, unread: {} });
    expect(visit.reviews).toHaveLength(21);
  });

  it('reads the only review of a location, also without its description', async () => {
    const { visit } = await visitOf({
      count: 1,
      override: ({ url }) => (url.pathname.endsWith('/reviews') ? null : jsonResponse({}, 500)),
    });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'window' } });
    expect(visit.reviews).toHaveLength(1);
  });

  it.each([
    ['whose description counts 25 ratings', 25, 0],
    ['whose description counts one rating', 1, 0],
    ['without ratings, of which the list counts one review', 0, 1],
  ])('throws Blocked for an empty list of a location %s', async (_what, count, total) => {
    const { visit } = await visitOf({
      count,
      override: ({ url }) =>
        url.pathname.endsWith('/reviews') ? jsonResponse({ data: [], pagination: { total_elements: total } }) : null,
    });
    expect(visit.error).toBeInstanceOf(Blocked);
  });

  it.each([
    ['a key that is refused', { api_key: 'wrong-key' }, 1],
    ['no key', {}, 0],
  ])('reports %s as rejected credentials', async (_what, credentials, requests) => {
    const { visit, urls } = await visitOf({ connection: { card: '233385', credentials } });
    expect(visit.error).toBeInstanceOf(Unavailable);
    expect(visit.error).toMatchObject({ code: 'credentials_rejected' });
    expect(urls).toHaveLength(requests);
  });
});
