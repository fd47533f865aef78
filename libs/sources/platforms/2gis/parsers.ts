import { readJson, refuseChallenge } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { pathOf, type Place } from './match';
import { readPlacePage, type ApiAccess } from './page-state';
import { readReviews, type PlaceZone } from './parse';
import { readApiPage, readResponse, REFUSALS } from './review-api';

/** Parses the page of a place; `page` is null if a browser has to render it. `reviews` are the reviews in the page. */
export const placePage = parser('2gis/place', (html, place: Place) => {
  const page = readPlacePage(html, place);
  if (page === null) return { page, reviews: [] };
  const { list, ...head } = page;
  if (list === null) return { page: { ...head, list }, reviews: [] };
  const { items, ...rest } = list;
  return { page: { ...head, list: { ...rest, count: items.length } }, ...readReviews(items, head.zone, pathOf(place)) };
});

export interface ApiFacts {
  /** The address of the response. */
  readonly url: string;
  readonly access: ApiAccess;
  readonly place: Place;
  readonly zone: PlaceZone;
  readonly isFirst: boolean;
}

/** Parses a response of the review API; `page` is null if a first response with status 200 contains a refusal. */
export const apiPage = parser('2gis/reviews', (text, { url, access, place, zone, isFirst }: ApiFacts) => {
  refuseChallenge(text, '2GIS');
  const response = readResponse(readJson(text, "The review API's response"));
  if (isFirst && REFUSALS.includes(response.meta?.code ?? 200)) return { page: null, reviews: [] };
  const { records, ...page } = readApiPage(response, url, access);
  return { page: { ...page, count: records.length }, ...readReviews(records, zone, pathOf(place)) };
});
