/** Wildberries over real HTTP: the two hosts of lists, and lists that are empty or refused. */
import { ConformanceFixture } from '../../conformance/conformance-fixture';
import { wildberriesSandbox } from '../../sandbox/wildberries';
import type { SandboxPlatform, SandboxRequest, SandboxResponse } from '../../sandbox';
import { Blocked, Changed, Gone, Temporary, Throttled } from '../../source-errors';
import { wildberries } from './index';

/** The sandbox has the list of an even article on the second host, of an odd article on the first. */
const [SECOND_HOST_ARTICLE, FIRST_HOST_ARTICLE] = ['55555502', '55555501'];

const isCard = ({ url }: SandboxRequest): boolean => url.hostname === 'card.wb.ru';
const json = (value: unknown): SandboxResponse => ({ status: 200, body: JSON.stringify(value) });

async function visitWith(
  override: (request: SandboxRequest) => SandboxResponse | null,
  count: number,
  key: string = FIRST_HOST_ARTICLE,
  prepare?: (fixture: ConformanceFixture) => void,
) {
  const platform: SandboxPlatform = {
    ...wildberriesSandbox,
    respond: (request, listing, context) => override(request) ?? wildberriesSandbox.respond(request, listing, context),
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
  it('requests the card, then the list from the first host', async () => {
    const { visit, urls } = await visitWith(() => null, 30);
    expect(urls).toEqual([
      'https://card.wb.ru/cards/v4/detail?appType=1&curr=rub&dest=-1257786&nm=55555501',
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
      (request) => (isCard(request) ? null : json({ feedbackCount: 2, feedbacks: [review, review] })),
      2,
    );
    expect(visit.reviews).toHaveLength(1);
    expect(visit.end).toEqual({ coverage: 'window' });
  });

  it.each<[string, SandboxResponse, new (...details: never[]) => Error]>([
    ['has no products', json({ products: [] }), Gone],
    ['is a bot check', { status: 498, body: '<html></html>' }, Blocked],
    ['is refused', { status: 403, body: '' }, Blocked],
    ['is throttled', { status: 429, body: '' }, Throttled],
    ['fails', { status: 502, body: '' }, Temporary],
    ['has another format', json({ data: { products: [] } }), Changed],
  ])('throws if the card %s, without a request for the list', async (_what, response, expected) => {
    const { visit, urls } = await visitWith((request) => (isCard(request) ? response : null), 5);
    expect(visit.error).toBeInstanceOf(expected);
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
      (request) => (isCard(request) ? card : list),
      0,
      FIRST_HOST_ARTICLE,
      (fixture) => (fixture.holdsReviews = hasStoredReviews),
    );
    expect(visit.error).toBeInstanceOf(Blocked);
  });

  it('accepts empty lists if the card counts no reviews', async () => {
    const { visit } = await visitWith(
      (request) => (isCard(request) ? cardWith(0) : noList),
      0,
      FIRST_HOST_ARTICLE,
      (fixture) => (fixture.holdsReviews = true),
    );
    expect(visit).toMatchObject({ error: null, reviews: [], end: { coverage: 'window' }, object: { name: 'Фонарь' } });
  });
});
