/** Wildberries over real HTTP: the two hosts of lists, and lists that are empty or refused. */
import { ConformanceFixture } from '../../conformance/conformance-fixture';
import { wildberriesSandbox } from '../../sandbox/wildberries';
import type { SandboxPlatform, SandboxRequest, SandboxResponse } from '../../sandbox';
import { Blocked, Changed, Gone, Temporary, Throttled } from '../../source-errors';
import { wildberries } from './index';

/** The sandbox has the list of an even article on the second host, of an odd article on the first. */
const [SECOND_HOST_ARTICLE, FIRST_HOST_ARTICLE] = ['55555502', '55555501'];

const isBasket = ({ url }: SandboxRequest): boolean => url.pathname.endsWith('/info/ru/card.json');
const isRoutes = ({ url }: SandboxRequest): boolean => url.hostname === 'cdn.wbbasket.ru';
const isCard = ({ url }: SandboxRequest): boolean => url.hostname === 'card.wb.ru';
const isList = ({ url }: SandboxRequest): boolean => url.pathname.startsWith('/feedbacks/');
const json = (value: unknown): SandboxResponse => ({ status: 200, body: JSON.stringify(value) });

async function visitWith(
  override: (request: SandboxRequest) => SandboxResponse | null,
  count: number,
  key: string = FIRST_HOST_ARTICLE,
  prepare?: (fixture: ConformanceFixture) => void,
) {
  const platform: SandboxPlatform = {
    ...wildberriesSandbox,
    respond: (request, findListing, context) =>
      override(request) ?? wildberriesSandbox.respond(request, findListing, context),
  };
  const fixture = new ConformanceFixture(wildberries, platform, {
    key,
    canonicalUrl: `https://www.wildberries.ru/catalog/${key}/detail.aspx`,
    otherUrls: [],
    invalidUrls: [],
    pageSize: 100,
    isOneResponse: true,
  });
  await fixture.sandbox.start();
  try {
    fixture.reset();
    fixture.addReviews(count);
    prepare?.(fixture);
    return { visit: await fixture.visit(), urls: fixture.sandbox.requests.map(({ url }) => url) };
  } finally {
    await fixture.sandbox.stop();
  }
}

describe('a visit to Wildberries (contract §10)', () => {
  it('requests the description of the article from its basket, then the list from the first host', async () => {
    const { visit, urls } = await visitWith(() => null, 30);
    expect(urls).toEqual([
      'https://basket-04.wbbasket.ru/vol555/part55555/55555501/info/ru/card.json',
      'https://feedbacks1.wb.ru/feedbacks/v2/55555508',
    ]);
    expect(visit).toMatchObject({
      error: null,
      pages: 1,
      end: { coverage: 'window' },
      object: { name: 'Orchard & Quill', reviewCount: 30, rating: 3, ratingOriginal: '3.0' },
    });
    expect(visit.reviews).toHaveLength(30);
  });

  it('requests the list from the second host if the first host does not have it', async () => {
    const { visit, urls } = await visitWith(() => null, 30, SECOND_HOST_ARTICLE);
    expect(urls.slice(1)).toEqual([
      'https://feedbacks1.wb.ru/feedbacks/v2/55555509',
      'https://feedbacks2.wb.ru/feedbacks/v2/55555509',
    ]);
    expect(visit.reviews).toHaveLength(30);
    const notFound = await visitWith(
      ({ url }) => (url.hostname === 'feedbacks1.wb.ru' ? { status: 404, body: '' } : null),
      30,
      SECOND_HOST_ARTICLE,
    );
    expect(notFound.visit.reviews).toHaveLength(30);
  });

  it('returns a review once that the list contains twice', async () => {
    const review = { id: 'r-1', productValuation: 5 };
    const { visit } = await visitWith(
      (request) => (isBasket(request) ? null : json({ feedbackCount: 2, feedbacks: [review, review] })),
      2,
    );
    expect(visit.reviews).toHaveLength(1);
    expect(visit.end).toEqual({ coverage: 'window' });
  });

  const missing: SandboxResponse = { status: 404, body: '' };
  const refused: SandboxResponse = { status: 403, body: '' };
  const cardUrl = (key: string): string =>
    `https://card.wb.ru/cards/v4/detail?appType=1&curr=rub&dest=-1257786&nm=${key}`;
  const routesTo = (host: string): SandboxResponse =>
    json({ origin: { mediabasket_route_map: [{ hosts: [{ vol_range_from: 555, vol_range_to: 555, host }] }] } });

  it.each<[string, SandboxResponse]>([
    ['does not have the article', missing],
    ['refuses the request', refused],
    ['shows a bot check', { status: 498, body: '' }],
    ['fails', { status: 502, body: '' }],
    ['has another format', json({ imtId: 1 })],
    ['describes another article', json({ imt_id: 1, nm_id: 2 })],
  ])('asks the list of hosts and the card host if the basket %s', async (_what, response) => {
    const { visit, urls } = await visitWith((request) => (isBasket(request) ? response : null), 30);
    expect(visit).toMatchObject({ error: null, object: { reviewCount: 30 } });
    expect(urls.slice(1, 4).map((url) => new URL(url).hostname)).toEqual([
      'cdn.wbbasket.ru',
      'basket-01.wbbasket.ru',
      'card.wb.ru',
    ]);
  });

  it('finds an article on a basket that is younger than this version', async () => {
    const key = '1600000001';
    const { visit, urls } = await visitWith((request) => (isCard(request) ? refused : null), 3, key);
    expect(visit).toMatchObject({ error: null, object: { name: 'Orchard & Quill' } });
    expect(urls.slice(0, 2)).toEqual([
      'https://cdn.wbbasket.ru/api/v3/upstreams',
      `https://basket-01.wbbasket.ru/vol16000/part1600000/${key}/info/ru/card.json`,
    ]);
  });

  it.each<[string, SandboxResponse]>([
    ['is not one of the baskets', routesTo('evil.example')],
    ['is not in the list', json({ origin: { mediabasket_route_map: [] } })],
    ['is in a list of another format', json([])],
    ['cannot be asked', { status: 502, body: '' }],
  ])('asks the card host if the host of the article %s', async (_what, routes) => {
    const { visit, urls } = await visitWith(
      (request) => (isRoutes(request) ? routes : isBasket(request) ? missing : null),
      30,
    );
    expect(visit.error).toBeNull();
    expect(urls).toContain(cardUrl(FIRST_HOST_ARTICLE));
  });

  it.each<[string, SandboxResponse, SandboxResponse, SandboxResponse, new (...details: never[]) => Error]>([
    [
      'the basket of the list and the card host have no such article',
      missing,
      routesTo('basket-04.wbbasket.ru'),
      json({ products: [] }),
      Gone,
    ],
    [
      'the basket of the list has no such article, and the card host refuses',
      missing,
      routesTo('basket-04.wbbasket.ru'),
      refused,
      Gone,
    ],
    ['no basket is known to have the article, and the card host refuses', missing, refused, refused, Blocked],
    [
      'both hosts show a bot check',
      { status: 498, body: '' },
      routesTo('basket-04.wbbasket.ru'),
      { status: 498, body: '' },
      Blocked,
    ],
    [
      'both hosts fail',
      { status: 502, body: '' },
      routesTo('basket-04.wbbasket.ru'),
      { status: 502, body: '' },
      Temporary,
    ],
    [
      'the description has another format, and the card host refuses',
      json({}),
      routesTo('basket-04.wbbasket.ru'),
      refused,
      Changed,
    ],
    ['both have another format', json({}), routesTo('basket-04.wbbasket.ru'), json({ data: {} }), Changed],
  ])('throws without a request for the list if %s', async (_what, basket, routes, card, expected) => {
    const { visit, urls } = await visitWith(
      (request) => (isRoutes(request) ? routes : isBasket(request) ? basket : isCard(request) ? card : null),
      5,
    );
    expect(visit.error).toBeInstanceOf(expected);
    expect(urls.filter((url) => url.includes('/feedbacks/'))).toEqual([]);
  });

  it('obeys a basket that asks for fewer requests', async () => {
    const { visit, urls } = await visitWith((request) => (isBasket(request) ? { status: 429, body: '' } : null), 5);
    expect(visit.error).toBeInstanceOf(Throttled);
    expect(urls).toHaveLength(1);
  });

  it.each<[string, SandboxResponse, new (...details: never[]) => Error]>([
    ['is a bot check', { status: 498, body: '<html></html>' }, Blocked],
    ['is throttled', { status: 429, body: '' }, Throttled],
    ['fails', { status: 502, body: '' }, Temporary],
  ])('throws if a list %s, also on the second host', async (_what, response, expected) => {
    for (const host of ['feedbacks1.wb.ru', 'feedbacks2.wb.ru']) {
      const { visit } = await visitWith(({ url }) => (url.hostname === host ? response : null), 5, SECOND_HOST_ARTICLE);
      expect(visit).toMatchObject({ reviews: [], end: null });
      expect(visit.error).toBeInstanceOf(expected);
    }
  });

  const cardWith = (feedbacks: number | null): SandboxResponse =>
    json({ products: [{ id: Number(FIRST_HOST_ARTICLE), root: 4444, name: 'Фонарь', feedbacks }] });
  const noList = json({ feedbackCount: 0, feedbacks: null });

  it.each<[string, SandboxResponse, SandboxResponse, boolean]>([
    ['the card counts reviews', cardWith(7), noList, false],
    ['a list counts reviews', cardWith(0), json({ feedbackCount: 7, feedbacks: [] }), false],
    ['reviews are stored and the card has no counter', cardWith(null), noList, true],
    ['both hosts do not know the card, which counts reviews', cardWith(7), { status: 404, body: '' }, false],
  ])('throws Blocked for empty lists if %s', async (_what, card, list, hasStoredReviews) => {
    const { visit } = await visitWith(
      (request) => (isCard(request) ? card : isList(request) ? list : null),
      0,
      FIRST_HOST_ARTICLE,
      (fixture) => (fixture.hasStoredReviews = hasStoredReviews),
    );
    expect(visit.error).toBeInstanceOf(Blocked);
  });

  it('accepts empty lists if the card counts no reviews', async () => {
    const { visit } = await visitWith(
      (request) => (isCard(request) ? cardWith(0) : isList(request) ? noList : null),
      0,
      FIRST_HOST_ARTICLE,
      (fixture) => (fixture.hasStoredReviews = true),
    );
    expect(visit).toMatchObject({ error: null, reviews: [], end: { coverage: 'window' }, object: { name: 'Фонарь' } });
  });
});
