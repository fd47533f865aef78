/** The road of a seller: the lists of the API (contract §10). */
import { alteredVisit } from '../../conformance/altered-visit';
import { NEWEST, type ConformanceFixture } from '../../conformance/conformance-fixture';
import { wildberriesSandbox } from '../../sandbox/wildberries';
import type { SandboxRequest, SandboxResponse } from '../../sandbox';
import type { CollectedReview } from '../../source';
import { Blocked, Changed, Gone, Temporary, Throttled, Unavailable } from '../../source-errors';
import { wildberries } from './index';

const key = '55555501';
const canonicalUrl = `https://www.wildberries.ru/catalog/${key}/detail.aspx`;
const connection = { card: key, credentials: { token: 'a-token' } };
const place = { source: wildberries, platform: wildberriesSandbox, key, canonicalUrl };

const isList = ({ url }: SandboxRequest): boolean => url.hostname === 'feedbacks-api.wildberries.ru';
const isProcessed = ({ url }: SandboxRequest): boolean => url.searchParams.get('isAnswered') === 'true';
const json = (value: unknown, status = 200): SandboxResponse => ({ status, body: JSON.stringify(value) });
const listOf = (...feedbacks: readonly unknown[]): SandboxResponse => json({ data: { feedbacks } });
const cardOf = (fields: object): SandboxResponse =>
  json({ products: [{ id: Number(key), root: 7, name: 'Lantern', ...fields }] });

function visitWith(
  count: number,
  override: (request: SandboxRequest) => SandboxResponse | null = () => null,
  prepare: (fixture: ConformanceFixture) => void = () => undefined,
) {
  return alteredVisit({ ...place, connection, count, override, prepare });
}

const comparable = ({ raw, replyDate, ...fields }: CollectedReview): object => ({
  ...fields,
  hasRaw: Object.keys(raw).length > 0,
  hasReplyDate: replyDate !== null && fields.replyText === null,
});
const byId = (reviews: readonly CollectedReview[]): readonly CollectedReview[] =>
  [...reviews].sort((a, b) => ((a.externalId ?? '') < (b.externalId ?? '') ? -1 : 1));

describe('a visit to Wildberries as a seller', () => {
  it('returns the same reviews as the public road, without the dates of replies', async () => {
    const prepare = (fixture: ConformanceFixture): void => {
      fixture.addReview(0, { title: 'Bright', text: 'A text' });
      fixture.addReview(1, { title: null, text: null, rating: 2 });
      fixture.addReview(2, { text: 'With a reply', reply: { text: 'Thanks', at: NEWEST } });
    };
    const [asSeller, inPublic] = [
      await visitWith(0, undefined, prepare),
      await alteredVisit({ ...place, count: 0, prepare }),
    ];
    expect(byId(asSeller.visit.reviews).map(comparable)).toEqual(byId(inPublic.visit.reviews).map(comparable));
    expect(asSeller.visit.reviews.map(({ replyText, replyDate }) => [replyText, replyDate])).toContainEqual([
      'Thanks',
      null,
    ]);
    expect(asSeller.visit).toMatchObject({
      error: null,
      end: { coverage: 'window' },
      object: { name: 'Orchard & Quill', reviewCount: null, rating: null },
    });
  });

  it('requests the reviews without a reply, then the processed ones, in pages of 500', async () => {
    const { visit, urls } = await visitWith(0, undefined, (fixture) => {
      for (let index = 0; index < 501; index += 1) fixture.addReview(index, { reply: null });
      fixture.addReview(501, { reply: { text: 'Thanks', at: NEWEST } });
    });
    expect(visit.reviews).toHaveLength(502);
    expect(urls.map(({ pathname, search }) => pathname + search)).toEqual(
      [
        ['false', 0],
        ['false', 500],
        ['true', 0],
      ].map(([isAnswered, skip]) => {
        const query = `isAnswered=${isAnswered}&nmId=${key}&take=500&skip=${skip}&order=dateDesc`;
        return `/api/v1/feedbacks?${query}`;
      }),
    );
  });

  it('returns a review once that got a reply between the two lists', async () => {
    const { visit } = await visitWith(0, (request) => (isList(request) ? listOf(feedback('a')) : null));
    expect(visit).toMatchObject({ error: null, pages: 1, end: { coverage: 'window' } });
    expect(visit.reviews.map(({ externalId }) => externalId)).toEqual(['a']);
  });

  it.each<[string, SandboxResponse, new (...details: never[]) => Error]>([
    ['refuses the token', json({ status: 401 }, 401), Unavailable],
    ['refuses the category of the token', json({ status: 403 }, 403), Unavailable],
    ['has a bot check', { status: 498, body: '' }, Blocked],
    ['is throttled', { status: 429, headers: { 'retry-after': '9' }, body: '' }, Throttled],
    ['fails', { status: 503, body: '' }, Temporary],
    ['has another format', json([]), Changed],
    ['has no data', json({ data: null, error: true }), Changed],
  ])('throws if the second list %s', async (_what, response, expected) => {
    const { visit } = await visitWith(3, (request) => (isList(request) && isProcessed(request) ? response : null));
    expect(visit.error).toBeInstanceOf(expected);
    expect(visit.end).toBeNull();
  });

  it('accepts empty lists only if the card counts no reviews of the article', async () => {
    const empty = (card: SandboxResponse | null) => (request: SandboxRequest) => (isList(request) ? listOf() : card);
    const holds = (fixture: ConformanceFixture): void => void (fixture.hasStoredReviews = true);
    const accepted = await visitWith(3, empty(cardOf({ nmFeedbacks: 0, feedbacks: 9 })), holds);
    expect(accepted.visit).toMatchObject({ error: null, reviews: [], object: { name: 'Lantern' } });
    expect((await visitWith(3, empty(cardOf({ nmFeedbacks: 3 })))).visit.error).toBeInstanceOf(Blocked);
    expect((await visitWith(3, empty(cardOf({})), holds)).visit.error).toBeInstanceOf(Blocked);
    expect((await visitWith(3, empty(cardOf({})))).visit.error).toBeNull();
    expect((await visitWith(3, empty(json({ products: [] })))).visit.error).toBeInstanceOf(Gone);
  });

  it('sends no request with a token that is no header', async () => {
    for (const token of ['', 'two\nlines', 'тайна']) {
      const { visit, urls } = await alteredVisit({
        ...place,
        count: 1,
        connection: { card: key, credentials: { token } },
      });
      expect(visit.error).toMatchObject({ code: 'credentials_rejected' });
      expect(urls).toEqual([]);
    }
  });
});

function feedback(id: string): object {
  return { id, text: 'Fine', productValuation: 5, createdDate: '2026-06-15T12:00:00Z', productDetails: null };
}
