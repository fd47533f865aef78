/**
 * Addresses of locations on Tripadvisor (contract §4.5, §4.6), on the sites of all countries. A location has one number (`d`), and
 * the site redirects every form with this number to the right page, so all kinds of locations have one canonical form:
 *
 *   https://www.tripadvisor.de/Hotel_Review-g187323-d233385-Reviews-or10-Old_Mill-Berlin.html        ┐
 *   https://en.tripadvisor.com.hk/ShowUserReviews-g187323-d233385-r985123456-Old_Mill-Berlin.html    ├→ …/Attraction_Review-g1-d233385-Reviews-x-y.html
 *   https://www.tripadvisor.com/Restaurant_Review-g187323-d233385-Reviews-Old_Mill.html              ┘
 */
import { hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

/** Endings of Tripadvisor's country domains, after `tripadvisor.`. */
const ENDINGS =
  'com at be ca ch cl cn co cz de dk es fi fr hu ie in it jp nl pt rs ru se sk ' +
  'co.hu co.id co.il co.kr co.nz co.uk co.za ' +
  'com.ar com.au com.br com.eg com.gr com.hk com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ua com.ve com.vn';

export const HOSTS: readonly string[] = ENDINGS.split(' ').map((ending) => `tripadvisor.${ending}`);

/** `{Kind}_Review-g1-d2-…`, `ShowUserReviews-g1-d2-r3-…`, `AttractionProductReview-g1-d2-…`, `VacationRentalReview-g1-d2-…`, and pages for writing a review. */
const LOCATION_PATH =
  /^\/(?:[A-Za-z]{1,30}_(?:Review|Feature)|ShowUserReviews|(?:AttractionProduct|VacationRental)Review|UserReview(?:Edit)?)-(?:g\d{1,12}-)?d([1-9]\d{0,9})(?=[-.]|$)/;
/** Numbers of locations have 32 bits. */
const MAX_ID = 2 ** 31 - 1;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const id = locationIdOf(url);
  if (id === null)
    return invalidAddress('This is not a page of a location: its address must have a number such as -d233385-');
  return { kind: 'page', canonicalUrl: `https://www.tripadvisor.com/Attraction_Review-g1-d${id}-Reviews-x-y.html` };
}

/** The number of the location in an address, or null. */
export function locationIdOf(url: URL): string | null {
  const id = LOCATION_PATH.exec(url.pathname)?.[1];
  return id !== undefined && Number(id) <= MAX_ID ? id : null;
}
