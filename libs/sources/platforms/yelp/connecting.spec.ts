import { PublisherFixture, publishFailureOf } from '../../conformance/publisher-fixture';
import { AccessInsufficient, CardNotYours, NotSent, PlatformRefused } from '../../publish-errors';
import { jsonResponse } from '../../sandbox/sandbox-behaviour';
import { businessIdOf, yelpSandbox } from '../../sandbox/yelp';
import { yelp } from './index';

const KEY = 'sandpiper-bakery-lisboa';

describe('connecting a business of Yelp', () => {
  const fixture = new PublisherFixture(yelp, yelpSandbox, {
    key: KEY,
    canonicalUrl: `https://www.yelp.com/biz/${KEY}`,
    card: businessIdOf(KEY),
    foreignUrl: 'https://www.yelp.com/biz/another',
    credentials: { api_key: 'a-key' },
    wrongCredentials: { api_key: 'wrong-key' },
    usesTokens: false,
    moderates: false,
  });
  beforeAll(() => fixture.sandbox.start());
  afterAll(() => fixture.sandbox.stop());
  beforeEach(() => void fixture.reset());
  const check = (url: string): Promise<{ readonly card: string; readonly name: string | null }> =>
    fixture.connecting.check(url, fixture.tools({ credentials: { api_key: 'a-key' } }));

  it('resolves a short link that no collection has resolved yet (contract §4.6)', async () => {
    expect(await check(`https://yelp.to/${KEY}`)).toEqual({ card: businessIdOf(KEY), name: 'Orchard & Quill' });
  });

  it('refuses an address that does not lead to a business', async () => {
    expect(await publishFailureOf(check('https://www.yelp.com/search'))).toBeInstanceOf(PlatformRefused);
  });

  /** The error of the check if the list of reviews, or also the business, has this response. */
  async function refusal(status: number, code: string, isBusinessMissing = false): Promise<Error> {
    const response = jsonResponse({ error: { code, description: 'Resource could not be found.' } }, status);
    const altered = new PublisherFixture(
      yelp,
      {
        ...yelpSandbox,
        respond: (request, ...rest) =>
          isBusinessMissing || request.url.pathname.endsWith('/reviews')
            ? response
            : yelpSandbox.respond(request, ...rest),
      },
      fixture.options,
    );
    await altered.sandbox.start();
    try {
      altered.reset();
      const tools = altered.tools({ credentials: { api_key: 'a-key' } });
      return await publishFailureOf(altered.connecting.check(`https://www.yelp.com/biz/${KEY}`, tools));
    } finally {
      await altered.sandbox.stop();
    }
  }

  it('refuses a key whose plan does not include reviews, and says so', async () => {
    const refused = await refusal(404, 'NOT_FOUND');
    expect(refused).toBeInstanceOf(AccessInsufficient);
    expect(refused.message).toMatch(/the plan of the key does not include reviews/);
  });

  it('refuses a business that does not exist as another business', async () => {
    expect(await refusal(404, 'BUSINESS_NOT_FOUND', true)).toBeInstanceOf(CardNotYours);
  });

  it('reports a list that cannot be asked now', async () => {
    expect(await refusal(503, 'SERVICE_UNAVAILABLE')).toBeInstanceOf(NotSent);
  });
});
