import { PublisherFixture, publishFailureOf } from '../../conformance/publisher-fixture';
import { PlatformRefused } from '../../publish-errors';
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
});
