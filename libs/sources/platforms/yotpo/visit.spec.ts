import { alteredVisit, type AlteredVisit } from '../../conformance/altered-visit';
import { jsonResponse } from '../../sandbox/sandbox-behaviour';
import { yotpoSandbox } from '../../sandbox/yotpo';
import { Blocked, Gone } from '../../source-errors';
import { yotpo } from './index';

const address = (product: string): string =>
  `https://api-cdn.yotpo.com/v1/widget/sandboxAppKeyOfTheShop00/products/${product}/reviews.json`;
const visitOf = (change: Partial<AlteredVisit>): ReturnType<typeof alteredVisit> =>
  alteredVisit({
    source: yotpo,
    platform: yotpoSandbox,
    key: '1314',
    canonicalUrl: address('1314'),
    count: 3,
    ...change,
  });
const empty =
  (content: object): AlteredVisit['override'] =>
  () =>
    jsonResponse({ status: { code: 200 }, response: { pagination: { total: 0 }, reviews: [], ...content } });

describe('a visit of Yotpo (contract §10)', () => {
  it('requests pages of 150, newest first, and nothing else', async () => {
    const { visit, urls } = await visitOf({ count: 151 });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' } });
    expect(visit.reviews).toHaveLength(151);
    expect(urls.map(({ search }) => search)).toEqual([
      '?per_page=150&page=1&sort=date&direction=desc',
      '?per_page=150&page=2&sort=date&direction=desc',
    ]);
  });

  it('obeys a smaller page size of the platform', async () => {
    const { visit, urls } = await visitOf({
      override: ({ url }) => {
        const page = Number(url.searchParams.get('page'));
        const reviews = [1, 2].map((index) => ({ id: page * 10 + index, score: 5 }));
        return jsonResponse({ response: { pagination: { per_page: 2, total: 6 }, reviews } });
      },
    });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' } });
    expect([visit.reviews.length, urls.length]).toEqual([6, 3]);
  });

  it('accepts an empty list of a known product, and of the shop itself', async () => {
    const known = await visitOf({ override: empty({ products: [{ name: 'Kettle' }] }) });
    expect(known.visit).toMatchObject({ error: null, end: { coverage: 'all' }, object: { name: 'Kettle' } });
    const site = await visitOf({ canonicalUrl: address('yotpo_site_reviews'), override: empty({}) });
    expect(site.visit).toMatchObject({ error: null, end: { coverage: 'all' } });
  });

  it.each([
    ['Gone without a product', {}, Gone],
    ['Blocked with a counter', { bottomline: { total_review: 3 } }, Blocked],
    ['Blocked with a rating', { bottomline: { average_score: 4.5 } }, Blocked],
  ])('throws %s for an empty list', async (_what, content, type) => {
    const { visit } = await visitOf({ override: empty(content) });
    expect(visit.error).toBeInstanceOf(type);
  });
});
