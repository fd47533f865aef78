/** A change of the road rewrites no review: the public page and the Business API give the same content (contract §2.3). */
import { ConformanceFixture, NEWEST } from '../../conformance/conformance-fixture';
import { trustpilotSandbox } from '../../sandbox/trustpilot';
import { unitIdOf } from '../../sandbox/trustpilot-api';
import type { CollectedReview } from '../../source';
import { Unavailable } from '../../source-errors';
import { trustpilot } from './index';
import { readPage } from './page-state';
import { readBusiness, readReviews } from './parse';

const key = 'lantern-books.example';
const canonicalUrl = `https://www.trustpilot.com/review/${key}`;
const credentials = { api_key: 'an-api-key', api_secret: 'an-api-secret', business_user_id: 'user' };
const fixtureWith = (api_key: string): ConformanceFixture =>
  new ConformanceFixture(trustpilot, trustpilotSandbox, {
    key,
    canonicalUrl,
    otherUrls: [],
    invalidUrls: [],
    pageSize: 100,
    connection: { card: unitIdOf(key), credentials: { ...credentials, api_key } },
  });

const withoutRaw = (reviews: readonly CollectedReview[]): unknown[] =>
  reviews.map((review) => ({ ...review, raw: null }));

describe('the roads of Trustpilot', () => {
  const fixture = fixtureWith('an-api-key');
  beforeAll(() => fixture.sandbox.start());
  afterAll(() => fixture.sandbox.stop());
  beforeEach(() => fixture.reset());

  it('give equal reviews and the same data about the business', async () => {
    fixture.addReviews(8);
    const texts = [
      { title: null, text: 'A short text' },
      {
        title: null,
        text: 'A text of more than eight words, for which Trustpilot generates a title.\nAnd a second line.',
      },
      { title: 'Own title', text: '' },
      { title: 'R&D &amp; <b>bold</b>', text: 'Line one\r\nLine two 👋' },
    ];
    texts.forEach((text, index) =>
      fixture.addReview(20 + index, { ...text, reply: { text: ' Thanks,\r\nthe shop ', at: NEWEST } }),
    );
    const { reviews, object, end } = await fixture.visit();
    const response = await fetch(`${fixture.sandbox.origin}/review/${key}?languages=all&sort=recency&page=1`, {
      headers: { 'x-hrev-original-host': 'www.trustpilot.com' },
    });
    const page = readPage({ status: 200, url: canonicalUrl, html: await response.text(), ready: true });
    expect(reviews).toHaveLength(12);
    expect(withoutRaw(reviews)).toEqual(withoutRaw(readReviews(page).reviews));
    expect(object).toEqual(readBusiness(page));
    expect(end).toEqual({ coverage: 'all' });
  });

  it('ends a visit with `credentials_rejected` if Trustpilot does not accept the API key', async () => {
    fixture.addReviews(1);
    const refused = fixtureWith('wrong-api-key');
    await refused.sandbox.start();
    refused.addReviews(1);
    const { error } = await refused.visit();
    await refused.sandbox.stop();
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ code: 'credentials_rejected' });
  });
});
