/** Replies through Wildberries' API for sellers: requests, and responses that the sandbox does not return. */
import { PublisherFixture, publishFailureOf } from '../../conformance/publisher-fixture';
import { wildberriesSandbox } from '../../sandbox/wildberries';
import type { SandboxPlatform, SandboxRequest, SandboxResponse } from '../../sandbox';
import { AccessRevoked, CardNotYours, OutcomeUnknown, PlatformRefused, ReviewGone } from '../../publish-errors';
import { wildberries } from './index';

const key = '55555501';
let override: (request: SandboxRequest) => SandboxResponse | null = () => null;
const calls: SandboxRequest[] = [];
const platform: SandboxPlatform = {
  ...wildberriesSandbox,
  respond: (request, findListing, context) => {
    calls.push(request);
    return override(request) ?? wildberriesSandbox.respond(request, findListing, context);
  },
};
const fixture = new PublisherFixture(wildberries, platform, {
  key,
  canonicalUrl: `https://www.wildberries.ru/catalog/${key}/detail.aspx`,
  card: key,
  foreignUrl: 'https://www.wildberries.ru/catalog/55555502/detail.aspx',
  credentials: { token: 'a-token' },
  wrongCredentials: { token: 'wrong' },
  usesTokens: false,
  moderates: true,
});
const json = (value: unknown, status = 200): SandboxResponse => ({ status, body: JSON.stringify(value) });
const withAnswer = (answer: object | null) => json({ data: { id: 'a', productValuation: 5, answer } });
const isRead = ({ method }: SandboxRequest): boolean => method === 'GET';

beforeAll(() => fixture.sandbox.start());
afterAll(() => fixture.sandbox.stop());
beforeEach(() => {
  override = () => null;
  calls.length = 0;
});

describe('replies on Wildberries (contract §4.5)', () => {
  it('publishes with POST, and replaces with PATCH', async () => {
    const review = fixture.reset();
    expect(await fixture.publish(review, 'Thanks')).toEqual({ kind: 'published', at: null });
    expect(await fixture.publish(review, 'Thank you')).toEqual({ kind: 'published', at: null });
    const writes = calls.filter((request) => !isRead(request));
    expect(writes.map(({ method, url, body }) => [method, url.href, JSON.parse(body) as unknown])).toEqual([
      ['POST', 'https://feedbacks-api.wildberries.ru/api/v1/feedbacks/answer', { id: review.id, text: 'Thanks' }],
      ['PATCH', 'https://feedbacks-api.wildberries.ru/api/v1/feedbacks/answer', { id: review.id, text: 'Thank you' }],
    ]);
    expect(calls.filter(isRead).map(({ url }) => url.pathname + url.search)).toEqual(
      Array(4).fill(`/api/v1/feedback?id=${review.id}`),
    );
  });

  it('writes nothing if the reply cannot be changed any more', async () => {
    const review = fixture.reset();
    override = () => withAnswer({ text: 'Thanks', state: 'wbRu', editable: false });
    expect(await publishFailureOf(fixture.publish(review))).toBeInstanceOf(PlatformRefused);
    expect(calls.every(isRead)).toBe(true);
  });

  it.each<[string, SandboxResponse]>([
    ['404', json({}, 404)],
    ['422', json({ data: null, error: true }, 422)],
    ['no data', json({ data: null })],
  ])('reports a review as gone for %s, without a write', async (_what, response) => {
    const review = fixture.reset();
    override = () => response;
    expect(await publishFailureOf(fixture.publish(review))).toBeInstanceOf(ReviewGone);
    expect(await fixture.readBack(review)).toEqual({ kind: 'review_gone' });
    expect(calls.every(isRead)).toBe(true);
  });

  it('reports a reply as accepted if its state cannot be read after the write', async () => {
    const review = fixture.reset();
    const isWritten = (): boolean => calls.some((request) => !isRead(request));
    override = (request) => (isRead(request) && isWritten() ? { status: 503, body: '' } : null);
    expect(await fixture.publish(review, 'Thanks')).toEqual({ kind: 'accepted' });
    expect(fixture.replies.published(review.id, 'Thanks')).toBe(1);
  });

  it('throws OutcomeUnknown for an error in the response to a write', async () => {
    const review = fixture.reset();
    override = (request) => (isRead(request) ? null : json({ data: null, error: true }));
    expect(await publishFailureOf(fixture.publish(review))).toBeInstanceOf(OutcomeUnknown);
  });

  it.each([
    [
      { text: 'Thanks', state: 'wbRu' },
      { kind: 'found', state: 'published' },
    ],
    [
      { text: 'Thanks', state: 'reviewRequired' },
      { kind: 'found', state: 'pending' },
    ],
    [
      { text: 'Thanks', state: 'rejected' },
      { kind: 'found', state: 'rejected' },
    ],
    [
      { text: 'Thanks', state: 'none' },
      { kind: 'found', state: 'pending' },
    ],
    [{ text: '', state: 'wbRu' }, { kind: 'none' }],
    [null, { kind: 'none' }],
  ])('reads back %j', async (answer, expected) => {
    const review = fixture.reset();
    override = () => withAnswer(answer);
    expect(await fixture.readBack(review)).toMatchObject(expected);
  });
});

describe('connecting to Wildberries (contract §4.5)', () => {
  const check = (token = 'a-token'): Promise<unknown> =>
    fixture.connecting.check(fixture.options.canonicalUrl, fixture.tools({ credentials: { token } }));

  it('finds the article in the list of processed reviews, too', async () => {
    const review = fixture.reset();
    review.reply = { text: 'Thanks', at: new Date() };
    expect(await check(' a-token ')).toEqual({ card: key, name: 'Orchard & Quill' });
    expect(calls.map(({ headers }) => headers['authorization'])).toEqual(['a-token', 'a-token']);
  });

  it('refuses an article without reviews, which may be of another seller', async () => {
    fixture.reset();
    override = () => json({ data: { feedbacks: [] } });
    expect(await publishFailureOf(check())).toBeInstanceOf(CardNotYours);
    override = () => json([]);
    expect(await publishFailureOf(check())).toBeInstanceOf(PlatformRefused);
  });

  it('sends no request with a token that is no header', async () => {
    fixture.reset();
    expect(await publishFailureOf(check('two\nlines'))).toBeInstanceOf(AccessRevoked);
    expect(calls).toEqual([]);
  });
});
