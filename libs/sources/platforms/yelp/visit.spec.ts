import { alteredVisit, type AlteredVisit } from '../../conformance/altered-visit';
import { jsonResponse } from '../../sandbox/sandbox-behaviour';
import { businessIdOf, yelpSandbox } from '../../sandbox/yelp';
import { Blocked, Gone, Temporary, Unavailable } from '../../source-errors';
import { yelp } from './index';

const card = businessIdOf('old-mill');
const visitOf = (change: Partial<AlteredVisit>): ReturnType<typeof alteredVisit> =>
  alteredVisit({
    source: yelp,
    platform: yelpSandbox,
    key: 'old-mill',
    canonicalUrl: 'https://www.yelp.com/biz/old-mill',
    connection: { card, credentials: { api_key: 'places-4f6d1c' } },
    count: 41,
    ...change,
  });

describe('a visit of Yelp (contract §10)', () => {
  it('reads three of 41 reviews, covers a window, and sends the key in a header only', async () => {
    const { visit, urls } = await visitOf({});
    expect(visit).toMatchObject({ error: null, end: { coverage: 'window' }, object: { reviewCount: 41 } });
    expect(visit.reviews).toHaveLength(3);
    expect(urls.map(({ pathname, search }) => pathname + search)).toEqual([
      `/v3/businesses/${card}/reviews?limit=20&sort_by=newest`,
      `/v3/businesses/${card}`,
    ]);
  });

  it('covers a window also if it read as many reviews as the business has', async () => {
    expect((await visitOf({ count: 2 })).visit.end).toEqual({ coverage: 'window' });
  });

  it('requests another language if there are no reviews in English', async () => {
    const { visit, urls } = await visitOf({
      override: ({ url }) =>
        url.pathname.endsWith('/reviews') && !url.searchParams.has('locale')
          ? jsonResponse({ reviews: [], total: 0, possible_languages: ['xx', 'constructor', 'de', 'fr'] })
          : null,
    });
    expect(visit.error).toBeNull();
    expect(visit.reviews).toHaveLength(3);
    expect(urls.map(({ searchParams }) => searchParams.get('locale'))).toEqual([null, 'de_DE', null]);
  });

  it('throws Blocked for an empty list of a business with reviews', async () => {
    const { visit } = await visitOf({
      override: ({ url }) =>
        url.pathname.endsWith('/reviews') ? jsonResponse({ reviews: [], total: 0, possible_languages: [] }) : null,
    });
    expect(visit.error).toBeInstanceOf(Blocked);
  });

  it.each([
    ['a key that is refused', { api_key: 'wrong-key' }, 1],
    ['no key', {}, 0],
  ])('reports %s as rejected credentials', async (_what, credentials, requests) => {
    const { visit, urls } = await visitOf({ connection: { card, credentials } });
    expect(visit.error).toBeInstanceOf(Unavailable);
    expect(visit.error).toMatchObject({ code: 'credentials_rejected' });
    expect(urls).toHaveLength(requests);
  });

  it('tells a plan without reviews from a business that does not exist (contract §2.2)', async () => {
    const missing = jsonResponse({ error: { code: 'NOT_FOUND', description: 'Resource could not be found.' } }, 404);
    const isList = (url: URL): boolean => url.pathname.endsWith('/reviews');
    const { visit } = await visitOf({ override: ({ url }) => (isList(url) ? missing : null) });
    expect(visit.error).toMatchObject({ code: 'credentials_insufficient' });
    expect(visit.error).toMatchObject({
      message: expect.stringMatching(/the plan of the key does not include reviews/) as string,
    });
    expect((await visitOf({ override: () => missing })).visit.error).toBeInstanceOf(Gone);
    const unclear = await visitOf({ override: ({ url }) => (isList(url) ? missing : { status: 503, body: '' }) });
    expect(unclear.visit.error).toBeInstanceOf(Temporary);
  });
});
