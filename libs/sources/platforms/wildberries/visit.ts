/**
 * Visits an article's reviews:
 *
 *   card (number of the list, name; card.ts)
 *     └─► list on the first host; if it has no reviews, on the second host      → `window`
 *
 * A list is on one of two hosts, and the other host responds with an empty list. One response contains all reviews that the site
 * shows, about the newest 1,000 of any number. A window in no fixed order proves no deletion.
 *
 * The card is required, because the list's number is only known from it. An empty list is accepted only if no counter is above zero
 * and, without the card's counter, no reviews are stored.
 */
import type { ResultOf } from '../../parsing/parser';
import { Gone } from '../../source-errors';
import type { PlatformObject, Visit, VisitTools } from '../../source';
import { unseenReviews, verifyByCounter } from '../../visiting';
import { BOT_CHECK, refuseBotCheck, requestCard, withCounters } from './card';
import { articleOf } from './match';
import type { Card } from './parse';
import { feedbacks } from './parsers';

type FeedbackList = ResultOf<typeof feedbacks>;

const LIST_HOSTS = ['https://feedbacks1.wb.ru', 'https://feedbacks2.wb.ru'] as const;

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const article = articleOf(new URL(canonicalUrl));
  if (article === null) throw new Gone('This is not the address of an article');
  const card = await requestCard(article, tools);
  const lists: FeedbackList[] = [];
  for (const host of LIST_HOSTS) {
    const list = await requestList(host, card.imtId, article, tools);
    if (list === null) continue;
    lists.push(list);
    if (list.reviews.shown > 0) {
      yield { reviews: unseenReviews(list.reviews, new Set()), object: objectOf(card, list) };
      return { coverage: 'window' };
    }
  }
  const counted = await withCounters(card, article, tools);
  const { reviewCount } = [...lists, counted.object].find((one) => (one.reviewCount ?? 0) > 0) ?? counted.object;
  await verifyByCounter('Wildberries shows no list of reviews, though the card has some', reviewCount, tools);
  yield { reviews: [], object: counted.object };
  return { coverage: 'window' };
}

function objectOf({ object }: Card, list: FeedbackList): PlatformObject {
  const { rating, ratingOriginal } = list.rating === null ? object : list;
  return { ...object, reviewCount: list.reviewCount ?? object.reviewCount, rating, ratingOriginal };
}

/** Requests the list from one host; null if the host does not have the card. */
async function requestList(
  host: string,
  imtId: number,
  article: string,
  { http, parse }: VisitTools,
): Promise<FeedbackList | null> {
  const response = await http.request(`${host}/feedbacks/v2/${imtId}`, { accept: [404, BOT_CHECK] });
  refuseBotCheck(response);
  return response.status === 404 ? null : parse(feedbacks, response.document, { article });
}
