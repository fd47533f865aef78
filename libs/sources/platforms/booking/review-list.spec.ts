import type { PageResponse } from '../../source-browser';
import { Blocked, Changed, Temporary, Throttled } from '../../source-errors';
import { readHotelPage, type HotelPage } from './hotel-page';
import { listRequest, NEWEST_FIRST, otherNewestFirst, readCardPage } from './review-list';

const HOTEL: HotelPage = {
  hotelId: '245838',
  csrfToken: 'token-of-the-page',
  cityId: -3714993,
  score: 8.4,
  object: { name: 'Old Mill', rating: 4.2, ratingOriginal: '8.4' },
};
const response = (value: unknown, status = 200): PageResponse => ({
  status,
  retryAfter: null,
  body: typeof value === 'string' ? value : JSON.stringify(value),
});
const list = (reviewListFrontend: unknown): PageResponse => response({ data: { reviewListFrontend } });
const inputOf = (hotel: HotelPage): Record<string, unknown> => {
  const { body } = listRequest(hotel, 'gb', { skip: 20, sorter: NEWEST_FIRST });
  return (JSON.parse(body ?? '') as { variables: { input: Record<string, unknown> } }).variables.input;
};

describe('listRequest (Booking.com, 2026)', () => {
  it('equals the request of the page', () => {
    const { url, method, headers, body } = listRequest(HOTEL, 'gb', { skip: 20, sorter: NEWEST_FIRST });
    expect({ url, method }).toEqual({ url: 'https://www.booking.com/dml/graphql?lang=en-gb', method: 'POST' });
    expect(headers).toEqual({ 'content-type': 'application/json', 'x-booking-csrf-token': 'token-of-the-page' });
    expect(body).toContain('sorters { name value }');
    expect(body).toContain('... on ReviewsFrontendError { statusCode message }');
    expect(inputOf(HOTEL)).toEqual({
      hotelId: 245838,
      ufi: -3714993,
      hotelCountryCode: 'gb',
      sorter: 'NEWEST_FIRST',
      filters: { text: '' },
      skip: 20,
      limit: 10,
      hotelScore: 8.4,
      upsortReviewUrl: '',
      searchFeatures: { destId: -3714993, destType: 'CITY' },
    });
  });

  it('omits fields that the page does not have', () => {
    const input = inputOf({ ...HOTEL, csrfToken: null, cityId: null, score: null });
    for (const name of ['ufi', 'searchFeatures', 'hotelScore']) expect(input).not.toHaveProperty(name);
  });
});

describe('readCardPage', () => {
  it.each<[string, unknown, new (...parameters: never[]) => Error]>([
    ['a refused list', { __typename: 'ReviewsFrontendError', statusCode: 403, message: 'Forbidden' }, Blocked],
    ['a refused list without its type name', { statusCode: 400, message: 'Invalid input' }, Blocked],
    ['a rate-limited list', { __typename: 'ReviewsFrontendError', statusCode: 429, message: '' }, Throttled],
    ['a failing list', { __typename: 'ReviewsFrontendError', statusCode: 503, message: '' }, Temporary],
    ['neither a list nor an error', { __typename: 'ReviewListFrontendResult' }, Changed],
    ['cards without their count', { reviewCard: [] }, Changed],
    ['a list that is null', null, Changed],
  ])('throws for %s', (_what, reviewListFrontend, expected) => {
    expect(() => readCardPage(list(reviewListFrontend))).toThrow(expected);
  });

  it.each<[string, PageResponse, new (...parameters: never[]) => Error]>([
    ['a refused request', response('', 403), Blocked],
    ['a bot check', response('<html><script src="https://x.awswaf.com/challenge.js"></script></html>', 202), Blocked],
    ['a GraphQL error', response({ errors: [{ message: 'Cannot query field' }], data: null }), Changed],
    ['an HTML page', response('<html></html>'), Changed],
  ])('throws for %s', (_what, pageResponse, expected) => {
    expect(() => readCardPage(pageResponse)).toThrow(expected);
  });

  it('does not pass on the list’s error message', () => {
    const refused = list({ __typename: 'ReviewsFrontendError', statusCode: 403, message: 'token abc123 is bad' });
    expect(() => readCardPage(refused)).toThrow(/^(?!.*abc123).*403/);
  });

  const page = (...values: string[]) =>
    readCardPage(list({ reviewsCount: 0, reviewCard: [], sorters: values.map((value) => ({ name: value, value })) }));

  it.each([
    [[], null],
    [['MOST_RELEVANT', 'NEWEST_FIRST'], null],
    [['MOST_RELEVANT', 'MOST_RECENT'], 'MOST_RECENT'],
    [['MOST_RELEVANT', 'NEWEST_DATE', 'OLDEST_DATE'], 'NEWEST_DATE'],
    [['MOST_RELEVANT', 'SCORE_ASC'], null],
  ])('for the orders %j, returns %s as another name of "newest first"', (orders, expected) => {
    expect(otherNewestFirst(page(...orders))).toBe(expected);
  });
});

describe('readHotelPage', () => {
  const SCRIPT = `<script>window.booking = { env: { b_hotel_id: '245838', b_ufi: -3714993, b_csrf_token: 'token-of-the-page' } };</script>`;
  const LD =
    '<script type="application/ld+json">{"@type":"Hotel","name":"Old Mill","aggregateRating":{"ratingValue":8.4}}</script>';

  it('reads the data that requests for the list need', () => {
    expect(readHotelPage(`${LD}${SCRIPT}<div data-review-score="8.4"></div>`)).toEqual(HOTEL);
  });

  it.each<[string, string, number | null, number | null]>([
    ['a city number that is a text', '"hotelId":245838,"ufi":"-3714993"', -3714993, null],
    ['a score with a decimal comma', `${SCRIPT}<b data-review-score='9,1'>`, -3714993, 9.1],
    ['an empty score', `${SCRIPT}<b data-review-score="">`, -3714993, null],
    ['neither a city nor a score', '"hotelId":245838', null, null],
  ])('reads a page with %s', (_what, html, cityId, score) => {
    expect(readHotelPage(html)).toMatchObject({ hotelId: '245838', cityId, score });
  });

  it.each<[string, string, new (...parameters: never[]) => Error]>([
    [
      'an empty shell',
      '<!DOCTYPE html><html><head><link rel="canonical"></head><body><div id="root"></div></body></html>',
      Blocked,
    ],
    ['a bot check', '<html><title>Just a moment</title></html>', Blocked],
    ['a hotel without its number', LD, Changed],
  ])('throws for %s', (_what, html, expected) => {
    expect(() => readHotelPage(html)).toThrow(expected);
  });
});
