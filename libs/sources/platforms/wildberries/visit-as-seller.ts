/**
 * Visits the reviews of an article of a connected seller: the reviews without a reply, then the processed ones, each newest first. The
 * ids are those of the public list, which has the newest reviews of the whole card; these lists have all reviews of the article. It is
 * not documented whether they also have every review that is older than the reply period, and which reviews the site hides, so the
 * coverage is a `window`, and no review is deleted.
 *
 * The API returns empty lists for an article of another seller. The card of the article is therefore required if there are no reviews.
 */
import { UNKNOWN_OBJECT, unseenReviews, verifyByCounter } from '../../visiting';
import type { OwnerVisitTools, Visit } from '../../source';
import { Gone, Unavailable } from '../../source-errors';
import { BOT_CHECK, refuseBotCheck, requestCard, withCounters } from './card';
import { articleOf } from './match';
import { sellerReviews } from './parsers';
import { listUrl, tokenOf, type ListRequest } from './seller-api';

/** The API accepts 5,000, which may exceed the limit of a response. */
const TAKE = 500;
/** The maximum of the API. */
const MAX_SKIP = 199_990;

export async function* visitAsSeller(canonicalUrl: string, tools: OwnerVisitTools): Visit {
  const article = articleOf(new URL(canonicalUrl));
  if (article === null) throw new Gone('This is not the address of an article');
  const knownIds = new Set<string>();
  let shown = 0;
  for (const isAnswered of [false, true]) {
    const listIds = new Set<string>();
    for (let skip = 0; skip <= MAX_SKIP; skip += TAKE) {
      const page = await requestPage({ article, isAnswered, take: TAKE, skip }, tools);
      // A review that got a reply between the two lists is in both.
      const reviews = unseenReviews(page.reviews, listIds).filter((id) => !knownIds.has(id ?? ''));
      shown += page.reviews.shown;
      if (reviews.shown > 0) yield { reviews, object: objectOf(page.name) };
      if (page.reviews.shown < TAKE) break;
    }
    for (const id of listIds) knownIds.add(id);
  }
  if (shown === 0) yield { reviews: [], object: objectOf(await verifyEmptyLists(article, tools)) };
  return { coverage: 'window' };
}

/** Returns the name of the article. Throws `Blocked` if its counter contradicts empty lists, or stored reviews do. */
async function verifyEmptyLists(article: string, tools: OwnerVisitTools): Promise<string | null> {
  const { object, articleCount } = await withCounters(await requestCard(article, tools), article, tools);
  await verifyByCounter(
    'Wildberries returns no reviews to the seller, though the article has some',
    articleCount,
    tools,
  );
  return object.name;
}

async function requestPage(list: ListRequest, { http, parse, connection }: OwnerVisitTools) {
  const authorization = tokenOf(connection.credentials);
  if (authorization === null) throw new Unavailable('credentials_rejected', 'The token is not a token of Wildberries');
  const headers = { accept: 'application/json', authorization };
  const response = await http.request(listUrl(list), { headers, accept: [401, 403, BOT_CHECK] });
  refuseBotCheck(response);
  return parse(sellerReviews, response.document, { article: list.article, status: response.status });
}

/** The counters of the platform concern the card, not the article. */
const objectOf = (name: string | null) => ({ ...UNKNOWN_OBJECT, name });
