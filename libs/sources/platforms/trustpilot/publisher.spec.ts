import { describePublisherConformance } from '../../conformance/publisher';
import { PublisherFixture, publishFailureOf } from '../../conformance/publisher-fixture';
import { CardNotYours } from '../../publish-errors';
import { trustpilotSandbox } from '../../sandbox/trustpilot';
import { unitIdOf } from '../../sandbox/trustpilot-api';
import { trustpilot } from './index';

const key = 'lantern-books.example';
const credentials = {
  api_key: 'an-api-key',
  api_secret: 'an-api-secret',
  business_user_id: '507f191e810c19729de860ea',
};
const options = {
  key,
  canonicalUrl: `https://www.trustpilot.com/review/${key}`,
  card: unitIdOf(key),
  foreignUrl: 'https://www.trustpilot.com/review/another.example',
  usesTokens: true,
  moderates: false,
};

describe('with client credentials', () => {
  describePublisherConformance(trustpilot, trustpilotSandbox, {
    ...options,
    credentials,
    wrongCredentials: { ...credentials, api_secret: 'wrong-api-secret' },
  });
});

describe('with a refresh token, which each refresh replaces', () => {
  const withRefresh = { ...credentials, refresh_token: 'a-refresh-token' };
  describePublisherConformance(trustpilot, trustpilotSandbox, {
    ...options,
    credentials: withRefresh,
    wrongCredentials: { ...withRefresh, refresh_token: 'wrong-refresh-token' },
  });
});

describe('a business that the API key finds and the account does not run', () => {
  const fixture = new PublisherFixture(trustpilot, trustpilotSandbox, {
    ...options,
    credentials,
    wrongCredentials: credentials,
  });
  beforeAll(() => fixture.sandbox.start());
  afterAll(() => fixture.sandbox.stop());

  it('is CardNotYours, because the private list answers 404', async () => {
    fixture.reset();
    fixture.sandbox.behave(fixture.slug, key, 'gone');
    const failure = await publishFailureOf(fixture.connecting.check(options.canonicalUrl, fixture.tools()));
    expect(failure).toBeInstanceOf(CardNotYours);
    expect(failure.message).toBe('The connected Trustpilot account does not run this business');
  });
});
