import { refuseChallenge } from '../../json-answer';
import { parser } from '../../parsing/parser';
import { readJson } from '../../read-shape';
import { Changed } from '../../source-errors';
import { pathOf, type Place } from './match';
import { readPlacePage, type ApiAccess } from './page-state';
import { readReviews, type BranchZone } from './parse';
import { REFUSALS, readAnswer, readApiPage } from './review-api';

/** A page of a place; `page` is null where it has not been built yet. `reviews` are those it was rendered with. */
export const placePage = parser('2gis/place', (html, place: Place) => {
  const page = readPlacePage(html, place);
  if (page === null) return { page };
  const { list, ...head } = page;
  if (list === null) return { page: { ...head, list } };
  const { items, ...rest } = list;
  try {
    const reviews = readReviews(items, head.zone, pathOf(place));
    return { page: { ...head, list: { ...rest, count: items.length, fault: null } }, reviews };
  } catch (error) {
    // Of no account as long as the review API answers.
    if (!(error instanceof Changed)) throw error;
    return { page: { ...head, list: { ...rest, count: items.length, fault: error.message } } };
  }
});

export interface ApiFacts {
  /** The address that answered. */
  readonly url: string;
  readonly access: ApiAccess;
  readonly place: Place;
  readonly zone: BranchZone;
  readonly isFirst: boolean;
}

/** A page of the review API; `page` is null where the API refuses the first one in the body of a 200. */
export const apiPage = parser('2gis/reviews', (text, { url, access, place, zone, isFirst }: ApiFacts) => {
  refuseChallenge(text, '2GIS');
  const answer = readAnswer(readJson(text, "The review API's answer"));
  if (isFirst && REFUSALS.includes(answer.meta?.code ?? 200)) return { page: null };
  const { records, ...page } = readApiPage(answer, url, access);
  return { page: { ...page, count: records.length }, reviews: readReviews(records, zone, pathOf(place)) };
});
