/** Reading through the Guest Review API (decisions §5); the cards of the page are asked by the conformance suite. */
import { ConformanceBench } from '../../conformance/conformance-bench';
import { observeVisit, type ObservedVisit } from '../../conformance/observed-visit';
import { apiIdOf, bookingSandbox, propertyIdOf } from '../../sandbox/booking';
import { Gone, Unavailable } from '../../source-errors';
import { booking } from './index';

const key = 'gb/old-mill';
const canonicalUrl = `https://www.booking.com/hotel/${key}.html`;
const bench = new ConformanceBench(booking, bookingSandbox, {
  key,
  canonicalUrl,
  spellings: [],
  notPages: [],
  pageSize: 25,
});

function visit(credentials: Record<string, string>, card = propertyIdOf(key)): Promise<ObservedVisit> {
  const connection = { credentials, card, saveCredentials: () => Promise.resolve() };
  return observeVisit(booking, canonicalUrl, { ...bench.ways(), connection });
}

describe('a visit to a connected property of Booking.com (decisions §5)', () => {
  beforeAll(() => bench.sandbox.start());
  afterAll(() => bench.sandbox.stop());
  beforeEach(() => bench.reset());

  it.each([
    ['tokens', { client_id: 'a', client_secret: 'b' }],
    ['user name and password', { username: 'a', password: 'b' }],
  ])('with %s: every review once, newest first, as a window', async (_what, credentials) => {
    bench.fill(130);
    const { reviews, end, error } = await visit(credentials);
    expect([error, end]).toEqual([null, { coverage: 'window' }]);
    const ids = bench.sandbox.listing('booking', key).reviews.map(({ id }) => apiIdOf(id));
    expect(reviews.map(({ externalId }) => externalId)).toEqual(ids);
    expect(reviews[0]).toMatchObject({
      author: 'Wilhelmina Featherstone Ottoway',
      text: 'Title 0\n\nThe text of review 0.',
      positive: 'The text of review 0.',
      negative: null,
      reviewDate: '2026-06-15T12:00:00',
      rating: 1.5,
      ratingOriginal: '3',
      replyText: 'Reply 0',
      replyDate: '2026-06-15T12:00:00',
    });
  });

  it('without reviews has none', async () => {
    expect(await visit({ username: 'a', password: 'b' })).toMatchObject({ reviews: [], end: { coverage: 'window' } });
  });

  it.each([
    ['refused secrets', { client_id: 'a', client_secret: 'wrong' }],
    ['a refused password', { username: 'a', password: 'wrong' }],
  ])('%s are credentials_rejected', async (_what, credentials) => {
    const { error } = await visit(credentials);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ code: 'credentials_rejected' });
  });

  it('a property that is not known any more is Gone', async () => {
    expect((await visit({ username: 'a', password: 'b' }, '12')).error).toBeInstanceOf(Gone);
  });
});
