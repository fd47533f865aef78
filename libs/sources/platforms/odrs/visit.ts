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
  const { reviews, listedId } = await requestLists(ids, tools);
  const total = await optionalRequest(() => requestTotal(listedId ?? id, tools), tools.signal);
  if (shownIn(reviews) === 0)
    await verifyByCounter('ODRS shows no list of reviews, though the application has some', total, tools);
  const name = await requestName(ids, shownIn(reviews) > 0, tools);
  // A counter counts the reviews of one id.
  const count = listedId === null ? null : total;
  yield { reviews, object: { ...UNKNOWN_OBJECT, name, reviewCount: count } };
  return { coverage: 'window' };
}

interface ReadLists {
  /** The reviews of all lists, newest first; each review once. */
  readonly reviews: ReviewList;
  /** The id whose list has all reviews: the first id if there are none, null if two lists were merged. */
  readonly listedId: string | null;
}

/** Requests the lists of all ids. */
async function requestLists(ids: readonly string[], tools: VisitTools): Promise<ReadLists> {
  const knownIds = new Set<string>();
  const lists: { readonly id: string; readonly reviews: Reviews }[] = [];
  for (const id of ids) {
    const { reviews: list } = await requestParsed(`${API}/app/${id}`, reviewsList, {}, tools);
    const isRepeated = lists.length > 0 && list.filter((key) => key === null || !knownIds.has(key)).length === 0;
    if (!isRepeated) lists.push({ id, reviews: unseenReviews(list, knownIds) });
  }
  const filled = lists.filter(({ reviews }) => reviews.shown > 0);
  const [first] = filled;
  if (filled.length <= 1) return { reviews: first?.reviews ?? [], listedId: first?.id ?? ids[0] ?? null };
  const merged = filled.flatMap(({ reviews }) => [...reviews]);
  const sources = filled.map(({ reviews }) => reviews);
  return { reviews: remadeList(merged.sort(newestFirst), sources), listedId: null };
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
