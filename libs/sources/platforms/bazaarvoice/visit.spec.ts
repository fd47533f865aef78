import { alteredVisit, type AlteredVisit } from '../../conformance/altered-visit';
import { bazaarvoiceSandbox } from '../../sandbox/bazaarvoice';
import { jsonResponse } from '../../sandbox/sandbox-behaviour';
import { Blocked, Changed, Gone, Throttled, Unavailable } from '../../source-errors';
import { bazaarvoice } from './index';

const key = '6-bv';
const visitOf = (change: Partial<AlteredVisit>): ReturnType<typeof alteredVisit> =>
  alteredVisit({
    source: bazaarvoice,
    platform: bazaarvoiceSandbox,
    key,
    canonicalUrl: `https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:${key}`,
    connection: { card: key, credentials: { passkey: 'caPasskey' } },
    count: 3,
    ...change,
  });

describe('a visit of Bazaarvoice (contract §10)', () => {
  it('requests the newest reviews with the passkey, and the name with the same request', async () => {
    const { visit, urls } = await visitOf({});
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' }, object: { name: 'Orchard & Quill' } });
    expect(urls).toHaveLength(1);
    expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toEqual({
      ApiVersion: '5.4',
      passkey: 'caPasskey',
      Filter: 'ProductId:6-bv',
      Sort: 'SubmissionTime:desc',
      Limit: '100',
      Offset: '0',
      Include: 'Products',
      Stats: 'Reviews',
    });
  });

  it('continues after the records that a shorter page has', async () => {
    const { visit, urls } = await visitOf({
      count: 0,
      override: ({ url }) => {
        const offset = Number(url.searchParams.get('Offset'));
        const Results = [0, 1].map((index) => ({ Id: String(offset + index), Rating: 5 }));
        return jsonResponse({ HasErrors: false, TotalResults: 6, Results });
      },
    });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' } });
    expect(visit.reviews).toHaveLength(6);
    expect(urls.map(({ searchParams }) => searchParams.get('Offset'))).toEqual(['0', '2', '4']);
  });

  it.each([
    ['an empty passkey', {}],
    ['no passkey', { passkey: '' }],
  ])('sends nothing with %s', async (_what, credentials) => {
    const { visit, urls } = await visitOf({ connection: { card: key, credentials } });
    expect(visit.error).toBeInstanceOf(Unavailable);
    expect(visit.error).toMatchObject({ code: 'credentials_rejected' });
    expect(urls).toEqual([]);
  });

  it.each([
    ['a refused passkey', 'ERROR_PARAM_INVALID_API_KEY', Unavailable],
    ['too many requests', 'ERROR_REQUEST_LIMIT_REACHED', Throttled],
    ['another error', 'ERROR_BAD_REQUEST', Changed],
  ])('reports %s', async (_what, Code, type) => {
    const { visit } = await visitOf({
      override: () => jsonResponse({ HasErrors: true, Errors: [{ Code, Message: 'x' }], TotalResults: 0, Results: [] }),
    });
    expect(visit.error).toBeInstanceOf(type);
    expect(visit.reviews).toEqual([]);
  });

  it.each([
    ['Gone for a product that the shop does not have', [], Gone],
    ['Blocked for a product that counts reviews', [{ Id: key, ReviewStatistics: { TotalReviewCount: 4 } }], Blocked],
  ])('throws %s and an empty list', async (_what, Results, type) => {
    const { visit, urls } = await visitOf({
      override: ({ url }) =>
        jsonResponse({
          HasErrors: false,
          TotalResults: 0,
          Results: url.pathname === '/data/products.json' ? Results : [],
        }),
    });
    expect(visit.error).toBeInstanceOf(type);
    expect(urls.map(({ pathname }) => pathname)).toEqual(['/data/reviews.json', '/data/products.json']);
  });
});
