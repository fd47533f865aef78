import { hotelIdOn, readHotelPage } from './hotel-page';

const MILL = { name: 'Mill', rating: 4.2, ratingOriginal: '8.4' };

describe("a property's page (contract §2.1)", () => {
  const own = "<script>window.booking = { env: { b_hotel_id: '123', b_ufi: -5 } };</script>";
  const other = '<script>{"similar":[{"hotelId":999,"ufi":-9}]}</script>';

  it('has the number and the city of the property, not those of another one on the page', () => {
    for (const html of [own, own + other, other + own])
      expect(readHotelPage(html)).toMatchObject({ hotelId: '123', cityId: -5 });
  });

  it.each([
    ['{"hotelId":7}', '7'],
    ['{"hotelId" : "8"}', '8'],
    ['b_hotel_id = 9', '9'],
    ['{"b_hotel_id": "10"}', '10'],
    ["{'b_hotel_id': 11}", '11'],
    ['<p>nothing</p>', null],
  ])('has the number of %s', (html, expected) => {
    expect(hotelIdOn(html)).toBe(expected);
  });

  it.each<[string, readonly string[], object]>([
    ['beside data that are not JSON', ['{"name":', '{"name":"Mill","aggregateRating":{"ratingValue":8.4}}'], MILL],
    [
      'beside data with another name',
      ['{"name":{"a":1}}', '{"name":"Mill","aggregateRating":{"ratingValue":8.4}}'],
      MILL,
    ],
    [
      'of another form',
      ['{"name":["Mill"],"aggregateRating":{"ratingValue":8.4}}'],
      { ...MILL, name: null, unread: { name: 1 } },
    ],
    ['that is not JSON', ['{"name":'], { name: null, rating: null, ratingOriginal: null, unread: { name: 1 } }],
    [
      'without a name, with an average of another form',
      ['{"@type":"BreadcrumbList"}', '{"@type":"Hotel","aggregateRating":{"ratingValue":"very good"}}'],
      { name: null, rating: null, ratingOriginal: null, unread: { average: 1 } },
    ],
    [
      'with a review that contains "<"',
      ['{"review":{"reviewBody":"a room <3 <b>and</b> 5 < 6"},"name":"Mill","aggregateRating":{"ratingValue":8.4}}'],
      MILL,
    ],
    ['without one', ['{"@type":"BreadcrumbList"}'], { name: null, rating: null, ratingOriginal: null }],
  ])('has a description %s (§10.2)', (_what, blocks, object) => {
    const scripts = blocks.map((json) => `<script type="application/ld+json">${json}</script>`);
    expect(readHotelPage(own + scripts.join('')).object).toEqual(object);
  });
});
