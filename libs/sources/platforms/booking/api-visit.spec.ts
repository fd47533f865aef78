import { collectedReview } from '../../collected-review';
import { ConformanceFixture } from '../../conformance/conformance-fixture';
import { unreadIn } from '../../conformance/unread-in';
import { apiIdOf, bookingSandbox, propertyIdOf } from '../../sandbox/booking';
import { Changed, Gone, Unavailable } from '../../source-errors';
import type { Unread } from '../../unread';
import { readApiPage } from './api-reviews';
import { booking } from './index';
import { readCard } from './parse';
import { apiPage } from './parsers';
import { cardOf } from '../../sandbox/booking';

const key = 'gb/old-mill';
const fixtureWith = (credentials: Readonly<Record<string, string>>): ConformanceFixture =>
  new ConformanceFixture(booking, bookingSandbox, {
    key,
    canonicalUrl: `https://www.booking.com/hotel/${key}.html`,
    otherUrls: [],
    invalidUrls: [],
    pageSize: 50,
    connection: { card: propertyIdOf(key), credentials },
    idOf: ({ id }) => apiIdOf(id),
  });

const review = {
  review_id: 'Ab-c1de_2Fg',
  created_timestamp: '2026-05-13 12:16:33',
  last_change_timestamp: '2026-05-14 08:00:00',
  reservation_id: 1,
  reviewer: { name: 'Ottilie', country_code: 'de' },
  content: { headline: 'Calm', positive: 'The garden\r\nand the tea', negative: 'The stairs' },
  scoring: { review_score: 7.5 },
  reply: { text: 'Thank you', last_change_timestamp: '2026-05-14 08:00:00' },
};
const page = (...reviews: unknown[]): unknown => ({ meta: {}, data: { reviews } });

describe('the list of the Guest Review API (contract §2.3)', () => {
  it('reads a review with both parts, its score and its reply', () => {
    expect(readApiPage(page(review)).reviews[0]).toEqual(
      collectedReview({
        externalId: 'Ab-c1de_2Fg',
        author: 'Ottilie',
        text: 'Calm\n\nThe garden\nand the tea\n\nThe stairs',
        positive: 'The garden\nand the tea',
        negative: 'The stairs',
        reviewDate: '2026-05-13T12:16:33',
        ratingOriginal: '7.5',
        rating: 3.75,
        replyText: 'Thank you',
        replyDate: '2026-05-14T08:00:00',
        raw: review,
      }),
    );
  });

  it.each<[string, unknown]>([
    ['no list', { data: {} }],
    ['an object as the list', { data: { reviews: {} } }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readApiPage(value)).toThrow(Changed);
  });

  it.each<[string, object, Unread]>([
    ['a number as the id', { review_id: 5 }, { review: 1 }],
    ['an empty id', { review_id: '' }, { review: 1 }],
    ['a text as the score', { scoring: { review_score: '7' } }, { rating: 1 }],
    ['no score', { scoring: {} }, { rating: 1 }],
    ['the date 0000-00-00', { created_timestamp: '0000-00-00 00:00:00' }, { date: 1 }],
    ['a missing date', { created_timestamp: undefined }, { date: 1 }],
    ['an invalid date of the reply', { reply: { text: 'x', last_change_timestamp: 'soon' } }, { reply_date: 1 }],
    ['a reply without a text', { reply: { last_change_timestamp: '2026-05-14 08:00:00' } }, { reply: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const read = readApiPage(page(review, { ...review, ...change }, { ...review, review_id: 'z' }));
    expect(unreadIn(read)).toEqual(unread);
    expect([read.reviews[0], read.reviews.at(-1)]).toMatchObject([
      { externalId: review.review_id },
      { externalId: 'z' },
    ]);
  });

  it('gives no rating for a score that is not on the scale', () => {
    for (const review_score of [0, 11, 1e300])
      expect(readApiPage(page({ ...review, scoring: { review_score } })).reviews[0]?.rating).toBeNull();
  });

  it('throws the error of the status', () => {
    expect(() => apiPage.read('{}', { status: 404 })).toThrow(Gone);
    for (const status of [401, 403]) expect(() => apiPage.read('{}', { status })).toThrow(Unavailable);
  });
});

describe('a visit through the Guest Review API', () => {
  const account = { property_id: propertyIdOf(key), username: 'a-machine', password: 'a-password' };
  const client = { property_id: propertyIdOf(key), client_id: 'a-client', client_secret: 'a-client-secret' };
  let fixture: ConformanceFixture;
  const begin = async (credentials: Readonly<Record<string, string>>): Promise<void> => {
    fixture = fixtureWith(credentials);
    await fixture.sandbox.start();
    fixture.reset();
  };
  afterEach(() => fixture.sandbox.stop());

  it.each([account, client])(
    'reads every page, and returns the coverage window, so that no review is marked as deleted',
    async (credentials) => {
      await begin(credentials);
      fixture.addReviews(120);
      const { reviews, end, error, object } = await fixture.visit();
      expect({ count: reviews.length, end, error }).toEqual({ count: 120, end: { coverage: 'window' }, error: null });
      expect(object).toEqual({ name: null, reviewCount: null, rating: null, ratingOriginal: null });
    },
  );

  it('accepts reviews that are listed once more at the end, because they changed during the visit', async () => {
    await begin(account);
    fixture.addReviews(3);
    const { respond } = bookingSandbox;
    const list: { data?: unknown }[] = [];
    const spy = jest.spyOn(bookingSandbox, 'respond').mockImplementation((request, ...rest) => {
      const response = respond(request, ...rest);
      const body = JSON.parse(response.body) as { data?: unknown };
      list.push(body);
      return list.length === 2 ? { ...response, body: JSON.stringify({ ...body, data: list[0]?.data }) } : response;
    });
    const { reviews, end, error } = await fixture.visit();
    spy.mockRestore();
    expect({ count: reviews.length, end, error }).toEqual({ count: 3, end: { coverage: 'window' }, error: null });
    expect(fixture.sandbox.requests).toHaveLength(3);
  });

  it('has the texts, the date and the rating of the page’s card', async () => {
    await begin(account);
    fixture.addReview(0, { title: 'Calm', text: 'Tea &amp; stairs\r\n' });
    const { reviews } = await fixture.visit();
    const [stored] = fixture.sandbox.listing('booking', key).reviews;
    if (stored === undefined) throw new Error('the sandbox lost the review');
    const card = readCard(cardOf(stored));
    const { author, text, positive, negative, reviewDate, rating, ratingOriginal, reviewUrl } = card;
    expect(reviews[0]).toMatchObject({
      author,
      text,
      positive,
      negative,
      reviewDate,
      rating,
      ratingOriginal,
      reviewUrl,
    });
  });

  it.each([{ ...account, password: 'wrong' }, { ...client, client_secret: 'wrong' }, { property_id: '1' }])(
    'ends with `credentials_rejected` for credentials that are not accepted',
    async (credentials) => {
      await begin(credentials);
      fixture.addReviews(1);
      expect((await fixture.visit()).error).toMatchObject({ code: 'credentials_rejected' });
    },
  );

  it('sends the credentials to the host of the API only', async () => {
    await begin(account);
    fixture.addReviews(3);
    const { respond } = bookingSandbox;
    const spy = jest.spyOn(bookingSandbox, 'respond').mockImplementation((request, ...rest) => {
      const response = respond(request, ...rest);
      return {
        ...response,
        body: response.body.replace('https://supply-xml.booking.com/', 'https://www.booking.com/'),
      };
    });
    const { error } = await fixture.visit();
    spy.mockRestore();
    expect(error).toBeInstanceOf(Changed);
    expect(fixture.sandbox.requests).toHaveLength(1);
  });
});
