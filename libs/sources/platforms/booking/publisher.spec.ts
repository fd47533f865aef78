import { describePublisherConformance } from '../../conformance/publisher';
import { PublisherFixture, publishFailureOf, TEXT } from '../../conformance/publisher-fixture';
import { PlatformRefused } from '../../publish-errors';
import { apiIdOf, bookingSandbox, cardOf, propertyIdOf } from '../../sandbox/booking';
import { booking } from './index';

const key = 'gb/old-mill';
const property_id = propertyIdOf(key);
const options = {
  key,
  canonicalUrl: `https://www.booking.com/hotel/${key}.html`,
  card: property_id,
  foreignUrl: 'https://www.booking.com/hotel/gb/another-mill.html',
  moderates: true,
  raw: cardOf,
  foundByContent: true,
};
const client = { property_id, client_id: 'a-client', client_secret: 'a-client-secret' };
const account = { property_id, username: 'a-machine', password: 'a-password' };

describe('with tokens of a machine account', () => {
  describePublisherConformance(booking, bookingSandbox, {
    ...options,
    credentials: client,
    wrongCredentials: { ...client, client_secret: 'wrong-client-secret' },
    usesTokens: true,
  });
});

describe('with the id that a visit of the API has read', () => {
  const { foundByContent: _searched, raw: _card, ...found } = options;
  describePublisherConformance(booking, bookingSandbox, {
    ...found,
    idOnOwnerRoadOf: ({ id }) => apiIdOf(id),
    credentials: client,
    wrongCredentials: { ...client, client_secret: 'wrong-client-secret' },
    usesTokens: true,
  });
});

describe('with user name and password', () => {
  describePublisherConformance(booking, bookingSandbox, {
    ...options,
    credentials: account,
    wrongCredentials: { ...account, password: 'wrong-password' },
    usesTokens: false,
  });
});

describe('the match of a card with a review of the API', () => {
  const fixture = new PublisherFixture(booking, bookingSandbox, {
    ...options,
    credentials: account,
    wrongCredentials: account,
    usesTokens: false,
  });
  beforeAll(() => fixture.sandbox.start());
  afterAll(() => fixture.sandbox.stop());

  it('finds the review by date, score and texts', async () => {
    fixture.reset();
    const review = fixture.addReview('Another text altogether.');
    await fixture.publish(review);
    expect(fixture.replies.publications).toMatchObject([{ reviewId: review.id, text: TEXT }]);
    fixture.replies.approve(review.id);
    expect(await fixture.readBack(review)).toMatchObject({ kind: 'found', text: TEXT });
  });

  it('publishes nothing if two reviews or no review match', async () => {
    const duplicate = fixture.reset();
    fixture.addReview();
    expect(await publishFailureOf(fixture.publish(duplicate))).toBeInstanceOf(PlatformRefused);
    const unknownReview = { ...duplicate, text: 'Never written.' };
    expect(await publishFailureOf(fixture.publish(unknownReview))).toBeInstanceOf(PlatformRefused);
    expect(fixture.replies.publications).toEqual([]);
  });

  it('publishes nothing if only the negative part differs', async () => {
    const review = fixture.reset();
    const card = cardOf(review);
    const raw = { ...card, textDetails: { ...(card['textDetails'] as object), negativeText: 'The stairs.' } };
    const { publisher } = fixture;
    const failure = await publishFailureOf(
      publisher.publish(fixture.addressOf(review, { raw }), TEXT, fixture.tools()),
    );
    expect(failure).toBeInstanceOf(PlatformRefused);
    expect(fixture.replies.publications).toEqual([]);
  });

  it('refuses a review without a text, without a request (contract §4.5, documentation of the API)', async () => {
    fixture.reset();
    const withoutText = fixture.addReview(null);
    fixture.sandbox.requests.length = 0;
    expect(await publishFailureOf(fixture.publish(withoutText))).toBeInstanceOf(PlatformRefused);
    expect(fixture.sandbox.requests).toEqual([]);
  });
});
