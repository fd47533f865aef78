import { generateKeyPairSync } from 'node:crypto';
import { describePublisherConformance } from '../../conformance/publisher';
import { PublisherFixture, publishFailureOf, TEXT } from '../../conformance/publisher-fixture';
import { AccessRevoked, PlatformRefused } from '../../publish-errors';
import { appStoreSandbox } from '../../sandbox/app-store';
import { connectIdOf } from '../../sandbox/app-store-connect';
import { appStore } from './index';

const pem = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
const credentials = {
  issuer_id: '57246542-96fe-1a63-e053-0824d011072a',
  key_id: '2X9R4HXF34',
  private_key: pem(),
};
const options = {
  key: '324684580',
  canonicalUrl: 'https://apps.apple.com/us/app/id324684580',
  card: '324684580',
  foreignUrl: 'https://apps.apple.com/us/app/id999999999',
  credentials,
  wrongCredentials: { ...credentials, key_id: 'WRONG9R4HX', private_key: pem() },
  usesTokens: false,
  // Replies wait for their publication, but none is rejected afterwards.
  moderates: false,
  idOnOwnerRoadOf: connectIdOf,
};

describePublisherConformance(appStore, appStoreSandbox, options);

describe('replies through App Store Connect', () => {
  const fixture = new PublisherFixture(appStore, appStoreSandbox, options);
  beforeAll(() => fixture.sandbox.start());
  afterAll(() => fixture.sandbox.stop());

  it('are accepted, then pending until Apple publishes them', async () => {
    const review = fixture.reset();
    fixture.replies.behave('moderate');
    expect(await fixture.publish(review)).toEqual({ kind: 'accepted' });
    expect(await fixture.readBack(review)).toMatchObject({ kind: 'found', state: 'pending', text: TEXT });
    fixture.replies.approve(review.id);
    expect(await fixture.readBack(review)).toMatchObject({ kind: 'found', state: 'published', text: TEXT });
  });

  it('are refused without a request for a review that the API has not shown', async () => {
    const review = fixture.reset();
    const address = fixture.addressOf(review, { idOnOwnerRoad: null });
    const { publisher } = fixture;
    const calls = [
      publisher.publish(address, TEXT, fixture.tools()),
      publisher.readBack(address, fixture.tools()),
      publisher.remove(address, fixture.tools()),
    ];
    for (const call of calls) expect(await publishFailureOf(call)).toBeInstanceOf(PlatformRefused);
    expect(fixture.sandbox.requests).toEqual([]);
  });

  it.each(['wrong', '', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'])(
    'are refused without a request for the private key %j, which is none',
    async (private_key) => {
      const review = fixture.reset();
      const call = fixture.publish(review, TEXT, { credentials: { ...credentials, private_key } });
      expect(await publishFailureOf(call)).toBeInstanceOf(AccessRevoked);
      expect(fixture.sandbox.requests).toEqual([]);
    },
  );
});
