import { generateKeyPairSync } from 'node:crypto';
import { ConformanceFixture } from '../../conformance/conformance-fixture';
import { appStoreSandbox } from '../../sandbox/app-store';
import { connectIdOf } from '../../sandbox/app-store-connect';
import { Changed } from '../../source-errors';
import { appStore } from './index';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const credentials = {
  issuer_id: 'issuer',
  key_id: '2X9R4HXF34',
  private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
};
const fixtureWith = (change: object): ConformanceFixture =>
  new ConformanceFixture(appStore, appStoreSandbox, {
    key: '324684580',
    canonicalUrl: 'https://apps.apple.com/us/app/id324684580',
    otherUrls: [],
    invalidUrls: [],
    pageSize: 200,
    connection: { card: '324684580', credentials: { ...credentials, ...change } },
    idOf: connectIdOf,
  });

describe('a visit through App Store Connect', () => {
  let fixture: ConformanceFixture;
  const begin = async (change: object = {}): Promise<void> => {
    fixture = fixtureWith(change);
    await fixture.sandbox.start();
    fixture.reset();
  };
  afterEach(() => fixture.sandbox.stop());

  it('reads the reviews of all storefronts to the end', async () => {
    await begin();
    fixture.addReviews(3);
    fixture.sandbox.add('app-store', 'gb-324684580', { rating: 5, publishedAt: new Date('2026-06-16T00:00:00Z') });
    const { reviews, end, object } = await fixture.visit();
    expect(reviews.map(({ raw }) => (raw['attributes'] as { territory: string }).territory)).toEqual([
      'GBR',
      'USA',
      'USA',
      'USA',
    ]);
    expect(end).toEqual({ coverage: 'all' });
    expect(object).toMatchObject({ name: 'Orchard & Quill', reviewCount: 4 });
  });

  it('has the text, the date and the rating of the public list', async () => {
    await begin();
    fixture.addReviews(5);
    const shared = ({
      author,
      text,
      reviewDate,
      rating,
      ratingOriginal,
      reviewUrl,
      replyText,
      replyDate,
    }: object & Record<string, unknown>) => ({
      author,
      text,
      reviewDate,
      rating,
      ratingOriginal,
      reviewUrl,
      replyText,
      replyDate,
    });
    const { reviews } = await fixture.visit();
    const { connection: _none, idOf: _id, ...options } = fixture.options;
    const open = new ConformanceFixture(appStore, appStoreSandbox, options);
    const pages = open.source.publicRoad?.visit(options.canonicalUrl, fixture.tools());
    const first = await pages?.next();
    const listed = first?.done === false ? [...first.value.reviews] : [];
    expect(reviews.map((review) => shared({ ...review }))).toEqual(listed.map((review) => shared({ ...review })));
  });

  it.each([{ key_id: 'WRONG' }, { private_key: 'none' }])('ends with `credentials_rejected` for %j', async (change) => {
    await begin(change);
    fixture.addReviews(1);
    expect((await fixture.visit()).error).toMatchObject({ code: 'credentials_rejected' });
  });

  it('sends the token to the list of the connected app only', async () => {
    await begin();
    fixture.addReviews(250);
    const { respond } = appStoreSandbox;
    const spy = jest.spyOn(appStoreSandbox, 'respond').mockImplementation((request, ...rest) => {
      const response = respond(request, ...rest);
      return {
        ...response,
        body: response.body.replaceAll('/apps/324684580/customerReviews', '/apps/1/customerReviews'),
      };
    });
    const { error } = await fixture.visit();
    spy.mockRestore();
    expect(error).toBeInstanceOf(Changed);
  });
});
