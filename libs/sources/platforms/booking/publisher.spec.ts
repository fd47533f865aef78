import { describePublisherConformance } from '../../conformance/publisher';
import { PublisherBench, publishFailureOf, TEXT } from '../../conformance/publisher-bench';
import { PlatformRefused } from '../../publish-errors';
import { bookingSandbox, cardOf, propertyIdOf } from '../../sandbox/booking';
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
  foundByLooks: true,
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

describe('with user name and password', () => {
  describePublisherConformance(booking, bookingSandbox, {
    ...options,
    credentials: account,
    wrongCredentials: { ...account, password: 'wrong-password' },
    usesTokens: false,
  });
});

describe('which review of the API a card is', () => {
  const bench = new PublisherBench(booking, bookingSandbox, {
    ...options,
    credentials: account,
    wrongCredentials: account,
    usesTokens: false,
  });
  beforeAll(() => bench.sandbox.start());
  afterAll(() => bench.sandbox.stop());

  it('is told by date, score and texts', async () => {
    bench.reset();
    const review = bench.review('Another text altogether.');
    await bench.publish(review);
    expect(bench.replies.publications).toMatchObject([{ reviewId: review.id, text: TEXT }]);
    bench.replies.approve(review.id);
    expect(await bench.readBack(review)).toMatchObject({ kind: 'held', text: TEXT });
  });

  it('is left open, and nothing answered, where two look the same, or none does', async () => {
    const twin = bench.reset();
    bench.review();
    expect(await publishFailureOf(bench.publish(twin))).toBeInstanceOf(PlatformRefused);
    const stranger = { ...twin, text: 'Never written.' };
    expect(await publishFailureOf(bench.publish(stranger))).toBeInstanceOf(PlatformRefused);
    expect(bench.replies.publications).toEqual([]);
  });

  it('without a text is refused unasked (§4.5, documentation of the API)', async () => {
    bench.reset();
    const wordless = bench.review(null);
    bench.sandbox.requests.length = 0;
    expect(await publishFailureOf(bench.publish(wordless))).toBeInstanceOf(PlatformRefused);
    expect(bench.sandbox.requests).toEqual([]);
  });
});
