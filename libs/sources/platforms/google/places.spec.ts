import { ConformanceFixture } from '../../conformance/conformance-fixture';
import { PublisherFixture, publishFailureOf, TEXT } from '../../conformance/publisher-fixture';
import { unreadIn } from '../../conformance/unread-in';
import { AccessRevoked, CardNotYours } from '../../publish-errors';
import { googleSandbox } from '../../sandbox/google';
import { placeIdOf } from '../../sandbox/google-places';
import { ownerRoadFor } from '../../roads';
import { Blocked, Changed, Gone, Unavailable } from '../../source-errors';
import type { Unread } from '../../unread';
import { google } from './index';
import { placeReviews } from './parsers';
import { readPlace } from './places-reviews';

const KEY = '10281119596374313554';
const PLACE_ID = 'ChIJN1t_tDeuEmsRUsoyG83frY4';
const canonicalUrl = `https://www.google.com/maps?cid=${KEY}`;
const owner = { client_id: 'a-client', client_secret: 'a-client-secret', refresh_token: 'a-refresh-token' };
const key = { places_api_key: 'a-places-key' };

describe('connecting Google by a key of the Places API', () => {
  const fixture = new PublisherFixture(google, googleSandbox, {
    key: KEY,
    canonicalUrl,
    card: `places/${PLACE_ID}`,
    foreignUrl: 'https://www.google.com/maps?cid=4711',
    credentials: key,
    wrongCredentials: { places_api_key: 'wrong-places-key' },
    usesTokens: false,
    moderates: false,
  });
  beforeAll(() => fixture.sandbox.start());
  afterAll(() => fixture.sandbox.stop());
  beforeEach(() => void fixture.reset());
  const check = (credentials: Readonly<Record<string, string>>, url = canonicalUrl): Promise<unknown> =>
    fixture.connecting.check(url, fixture.tools({ credentials }));

  it('opens the place with a place id, and prefers the credentials of the owner', async () => {
    const place = { card: `places/${PLACE_ID}`, name: 'Orchard & Quill' };
    expect(await check({ ...key, place_id: PLACE_ID })).toEqual(place);
    const location = { card: `accounts/100200300/locations/${KEY}`, name: 'Orchard & Quill' };
    expect(await check({ ...owner, ...key, place_id: PLACE_ID })).toEqual(location);
    expect(await check({ ...key, client_id: 'a-client', place_id: PLACE_ID })).toEqual(place);
  });

  it('accepts an address that contains a place id without the number of the place', async () => {
    const other = 'E'.repeat(27);
    const url = `https://www.google.com/maps/place/?q=place_id:${other}`;
    const refused = await publishFailureOf(check(key, url));
    // The sandbox has no such place; the request shows that the id of the address was used.
    expect(refused).toBeInstanceOf(CardNotYours);
    expect(fixture.sandbox.requests.at(-1)?.url).toBe(`https://places.googleapis.com/v1/places/${other}`);
  });

  it('refuses an address without a place id, without a request to the API', async () => {
    const refused = await publishFailureOf(check(key));
    expect(refused).toBeInstanceOf(CardNotYours);
    expect(refused.message).toContain('enter the id as place_id');
    expect(fixture.sandbox.requests).toEqual([]);
  });

  it('refuses the id of another place, and texts that are no place id', async () => {
    fixture.sandbox.listing('google', '4711');
    for (const place_id of [placeIdOf('4711'), placeIdOf('4712'), '../../x?y#z', 'short'])
      expect(await publishFailureOf(check({ ...key, place_id }))).toBeInstanceOf(CardNotYours);
  });

  it('refuses a wrong key, a key without the API, and incomplete credentials', async () => {
    const wrong = { places_api_key: 'wrong-places-key', place_id: PLACE_ID };
    const refused = await publishFailureOf(check(wrong));
    expect(refused).toBeInstanceOf(AccessRevoked);
    expect(refused.message).not.toContain('wrong-places-key');
    fixture.replies.access = 'foreign';
    expect(await publishFailureOf(check({ ...key, place_id: PLACE_ID }))).toBeInstanceOf(AccessRevoked);
    const incompletes: readonly Readonly<Record<string, string>>[] = [
      {},
      { client_id: 'a-client', client_secret: 'a-client-secret' },
      { place_id: PLACE_ID },
    ];
    for (const incomplete of incompletes) {
      const error = await publishFailureOf(check(incomplete));
      expect(error).toBeInstanceOf(AccessRevoked);
      expect(error.message).toContain('client_id, client_secret and refresh_token, or places_api_key');
    }
  });

  it('opens the road of the Places API, through which no reply can be published', async () => {
    const { card } = fixture.options;
    expect(ownerRoadFor(google, card)?.name).toBe('places');
    expect(ownerRoadFor(google, 'accounts/1/locations/2')?.name).toBe('business-profile');
    expect([google.connecting?.canReply?.(card), google.connecting?.canReply?.('accounts/1/locations/2')]).toEqual([
      false,
      true,
    ]);
    const review = fixture.reset();
    expect(await publishFailureOf(fixture.publish(review, TEXT))).toBeInstanceOf(CardNotYours);
    expect(fixture.sandbox.requests).toEqual([]);
  });
});

describe('a visit through the Places API', () => {
  it('ends with `credentials_rejected` if Google does not accept the key', async () => {
    const connection = { card: `places/${PLACE_ID}`, credentials: { places_api_key: 'wrong' } };
    const options = { key: KEY, canonicalUrl, otherUrls: [], invalidUrls: [], pageSize: 5, window: 5, connection };
    const fixture = new ConformanceFixture(google, googleSandbox, options);
    await fixture.sandbox.start();
    fixture.reset();
    fixture.addReviews(1);
    const { error } = await fixture.visit();
    await fixture.sandbox.stop();
    expect(error).toMatchObject({ code: 'credentials_rejected' });
  });
});

const review = {
  name: `places/${PLACE_ID}/reviews/ChZDSUhNMG9n`,
  rating: 4,
  text: { text: 'Nice mill', languageCode: 'en' },
  originalText: { text: 'Schöne Mühle', languageCode: 'de' },
  authorAttribution: { displayName: 'Ottilie R.', uri: 'https://www.google.com/maps/contrib/1/reviews' },
  publishTime: '2026-05-02T15:16:17.123456789Z',
  googleMapsUri: 'https://www.google.com/maps/reviews/data=x',
};
const place = { id: PLACE_ID, displayName: { text: 'Old Mill' }, rating: 4.2, userRatingCount: 90, reviews: [review] };

describe('a place of the Places API (contract §2.3)', () => {
  it('has the original text, and no replies', () => {
    const { reviews, object, ratings } = readPlace(place);
    expect(object).toEqual({ name: 'Old Mill', reviewCount: null, rating: 4.2, ratingOriginal: '4.2' });
    expect(ratings).toBe(90);
    expect(reviews[0]).toMatchObject({
      externalId: 'ChZDSUhNMG9n',
      author: 'Ottilie R.',
      text: 'Schöne Mühle',
      reviewDate: '2026-05-02T15:16:17',
      rating: 4,
      reviewUrl: review.googleMapsUri,
      replyText: null,
      replyKnown: false,
    });
  });

  it('may have no reviews, and reviews without a text', () => {
    expect(readPlace({ id: PLACE_ID })).toMatchObject({ reviews: [], ratings: 0, object: { rating: null } });
    const { text: _text, originalText: _original, ...bare } = review;
    expect(readPlace({ ...place, reviews: [bare] }).reviews[0]?.text).toBeNull();
  });

  it.each<[string, unknown]>([
    ['no id', { ...place, id: undefined }],
    ['an object as the list', { ...place, reviews: {} }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readPlace(value)).toThrow(Changed);
  });

  it.each<[string, object, Unread]>([
    ['a name of another form', { name: 'ChZDSUhNMG9n' }, { review: 1 }],
    ['a text as the rating', { rating: 'FIVE' }, { rating: 1 }],
    ['no rating', { rating: null }, { rating: 1 }],
    ['a missing date', { publishTime: undefined }, { date: 1 }],
    ['an empty date', { publishTime: '' }, { date: 1 }],
    ['the date 0000-00-00', { publishTime: '0000-00-00' }, { date: 1 }],
    ['a text that is a text', { originalText: 'Mill' }, { text: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const page = readPlace({ ...place, reviews: [review, { ...review, ...change }] });
    expect(unreadIn(page)).toEqual(unread);
    expect(page.reviews[0]).toMatchObject({ externalId: 'ChZDSUhNMG9n' });
  });

  it('throws the error of the status', () => {
    const read = (status: number, text = '{}'): unknown => placeReviews.read(text, { status });
    const invalidKey = { error: { status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } };
    expect(() => read(404)).toThrow(Gone);
    for (const status of [401, 403]) expect(() => read(status)).toThrow(Unavailable);
    expect(() => read(400, JSON.stringify(invalidKey))).toThrow(Unavailable);
    expect(() => read(400)).toThrow(Changed);
    expect(() => read(403, '<body>unusual traffic</body>')).toThrow(Blocked);
  });
});
