import { hotelIdOn, readHotelPage } from './hotel-page';

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
    ['<p>nothing</p>', null],
  ])('has the number of %s', (html, expected) => {
    expect(hotelIdOn(html)).toBe(expected);
  });
});
