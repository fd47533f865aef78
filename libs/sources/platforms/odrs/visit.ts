/**
 * Visits an application's reviews: the lists of its id and of the id with `.desktop`, each in one response, newest first. Usually the
 * server treats both as one application and returns the same list twice. If the second list has other reviews, both lists are merged by
 * date.
 *
 * The server returns reviews of the last five years only, so the coverage is always `window`.
 *
 * The list of an unknown id is empty, as is the list of an application without reviews. If there are no reviews, the visit therefore
 * requests the application from Flathub, and throws `Gone` if Flathub has no such application. If there are reviews, only the name comes
 * from Flathub, and a failed request is ignored.
 */
import { optionalRequest, requestParsed, UNKNOWN_OBJECT, unseenReviews, verifyByCounter } from '../../visiting';
import type { ResultOf } from '../../parsing/parser';
import { Gone } from '../../source-errors';
import { remadeList, shownIn } from '../../review-list';
import type { CollectedReview, ReviewList, Visit, VisitTools } from '../../source';
import { appIdOf } from './match';
import { flathubApp, reviewCount, reviewsList } from './parsers';

type Reviews = ResultOf<typeof reviewsList>['reviews'];

const API = 'https://odrs.gnome.org/1.0/reviews/api';
const FLATHUB = 'https://flathub.org/api/v2/appstream';

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const id = appIdOf(new URL(canonicalUrl));
  if (id === null) throw new Gone('This is not the address of an application');
  const ids = [id, `${id}.desktop`];
  const { reviews, areMerged } = await requestLists(ids, tools);
  const total = await optionalRequest(() => requestTotal(id, tools), tools.signal);
  if (shownIn(reviews) === 0)
    await verifyByCounter('ODRS shows no list of reviews, though the application has some', total, tools);
  const name = await requestName(ids, shownIn(reviews) > 0, tools);
  // The counter states the reviews of one id.
  const count = areMerged ? null : total;
  yield { reviews, object: { ...UNKNOWN_OBJECT, name, reviewCount: count } };
  return { coverage: 'window' };
}

/** Requests the lists of both ids and returns each review once, newest first. */
async function requestLists(
  ids: readonly string[],
  tools: VisitTools,
): Promise<{ readonly reviews: ReviewList; readonly areMerged: boolean }> {
  const knownIds = new Set<string>();
  const lists: Reviews[] = [];
  for (const id of ids) {
    const { reviews: list } = await requestParsed(`${API}/app/${id}`, reviewsList, {}, tools);
    const isRepeated = lists.length > 0 && list.filter((key) => key === null || !knownIds.has(key)).length === 0;
    if (!isRepeated) lists.push(unseenReviews(list, knownIds));
  }
  const [first = [], ...others] = lists.filter(({ shown }) => shown > 0);
  if (others.length === 0) return { reviews: first, areMerged: false };
  const merged = [first, ...others].flatMap((list) => [...list]);
  return { reviews: remadeList(merged.sort(newestFirst), [first, ...others]), areMerged: true };
}

function newestFirst(a: CollectedReview, b: CollectedReview): number {
  const [dateA, dateB] = [a.reviewDate ?? '', b.reviewDate ?? ''];
  return dateA === dateB ? 0 : dateA < dateB ? 1 : -1;
}

/** Requests the name of an application. Throws `Gone` if it has no reviews and Flathub has neither id. */
async function requestName(ids: readonly string[], hasReviews: boolean, tools: VisitTools): Promise<string | null> {
  const request = async (): Promise<string | null> => {
    for (const id of ids) {
      const { status, document } = await tools.http.request(`${FLATHUB}/${id}`, { accept: [404] });
      if (status !== 404) return (await tools.parse(flathubApp, document, {})).name;
    }
    throw new Gone('ODRS has no reviews of this id, and Flathub has no such application');
  };
  return hasReviews ? optionalRequest(request, tools.signal) : request();
}

async function requestTotal(id: string, tools: VisitTools): Promise<number> {
  return (await requestParsed(`${API}/ratings/${id}`, reviewCount, {}, tools)).total;
}
