import { HOSTS, match } from './match';

const of = (address: string): unknown => match(new URL(address));
const page = {
  kind: 'page',
  canonicalUrl: 'https://www.tripadvisor.com/Attraction_Review-g1-d264936-Reviews-x-y.html',
};

describe('addresses of Tripadvisor (contract §4.6)', () => {
  it.each(HOSTS)('accepts %s and its subdomains', (host) => {
    for (const prefix of ['', 'www.', 'm.', 'en.'])
      expect(of(`https://${prefix}${host}/Hotel_Review-g190327-d264936-Reviews-Name.html`)).toEqual(page);
  });

  it.each([
    '/Hotel_Review-g190327-d264936-Reviews-1926_Le_Soleil_Hotel_Spa-Sliema_Island_of_Malta.html',
    '/Hotel_Review-g190327-d264936-Reviews-or20-Name.html',
    '/Restaurant_Review-g190327-d264936-Reviews-Name.html',
    '/Attraction_Review-g190327-d264936-Reviews-Name.html',
    '/AttractionProductReview-g190327-d264936-Name.html',
    '/VacationRental_Review-g190327-d264936-Name.html',
    '/VacationRentalReview-g190327-d264936-Name.html',
    '/Airline_Review-d264936-Reviews-Name',
    '/ShowUserReviews-g190327-d264936-r985123456-Reviews-Name.html',
    '/UserReview-g190327-d264936-Name.html',
    '/UserReviewEdit-g190327-d264936-Name.html',
    '/Hotel_Review-g190327-d264936',
    '/Hotel_Review-g190327-d264936.html',
  ])('accepts %s', (path) => {
    expect(of(`https://www.tripadvisor.com${path}`)).toEqual(page);
  });

  it.each([
    '/Hotel_Review-g190327-d264936x-Reviews-Name.html',
    '/Hotel_Review-g190327-d-264936-Reviews-Name.html',
    '/a/Hotel_Review-g190327-d264936-Reviews-Name.html',
    '/ShowTopic-g190327-i264936-Name.html',
    '/LocationPhotoDirectLink-g190327-d264936-i1-Name.html',
  ])('refuses %s', (path) => {
    expect(of(`https://www.tripadvisor.com${path}`)).toMatchObject({ kind: 'invalid' });
  });
});
