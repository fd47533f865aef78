/**
 * Requests the card of an article, which has the number of its list of reviews and its name:
 *
 *   the description on the basket of the article
 *     └─► not there: the basket that the list of hosts names (new articles are on new hosts)
 *           └─► not there or refused: the card host, which has the counters, but has refused such clients since September 2026
 */
import { optionalRequest } from '../../visiting';
import { Blocked, Changed, Gone, SourceError, Throttled } from '../../source-errors';
import type { VisitTools } from '../../source';
import type { SourceResponse } from '../../source-http';
import { basketCardUrl, knownBasket, ROUTES_URL } from './basket';
import type { Card } from './parse';
import { basketCard, basketRoute, card as cardResponse } from './parsers';

const CARD = 'https://card.wb.ru/cards/v4/detail';
/** Currency and region (Moscow) do not change the reviews, but the API requires them. */
const CARD_PARAMETERS = { appType: '1', curr: 'rub', dest: '-1257786' } as const;
/** The status of the bot protection. */
export const BOT_CHECK = 498;

/** What a basket returned: the card, null if it has no such article, or the error. */
type BasketResult = Card | null | SourceError;

/** Requests the card of an article. Throws `Gone` if the article does not exist. */
export async function requestCard(article: string, tools: VisitTools): Promise<Card> {
  const { result, isMissing } = await askBaskets(article, tools);
  if (isCard(result)) return result;
  let found: Card | null;
  try {
    found = await requestDetail(article, tools);
  } catch (error) {
    if (isMissing && error instanceof Blocked) throw new Gone('Wildberries has no such article', { cause: error });
    // A description in an unknown format is what an operator must see, not the refusal of the other host.
    throw result instanceof Changed ? result : error;
  }
  if (found === null) throw new Gone('Wildberries has no such article');
  return found;
}

/** `isMissing`: the basket that the list names has no such article. */
async function askBaskets(article: string, tools: VisitTools): Promise<{ result: BasketResult; isMissing: boolean }> {
  const known = knownBasket(article);
  const first = known === null ? null : await askBasket(known, article, tools);
  if (isCard(first)) return { result: first, isMissing: false };
  const named = await optionalRequest(() => requestBasket(article, tools), tools.signal);
  const result = named === null || named === known ? first : await askBasket(named, article, tools);
  return { result, isMissing: named !== null && result === null };
}

/** The card with the counters of the card host, if it has none and the host does not refuse them. */
export async function withCounters(card: Card, article: string, tools: VisitTools): Promise<Card> {
  if (card.object.reviewCount !== null || card.articleCount !== null) return card;
  return (await optionalRequest(() => requestDetail(article, tools), tools.signal)) ?? card;
}

const isCard = (result: BasketResult): result is Card => result !== null && !(result instanceof SourceError);

async function askBasket(host: string, article: string, { http, parse, signal }: VisitTools): Promise<BasketResult> {
  try {
    const response = await http.request(basketCardUrl(host, article), { accept: [404, BOT_CHECK] });
    refuseBotCheck(response);
    return response.status === 404 ? null : (await parse(basketCard, response.document, { article })).card;
  } catch (error) {
    if (signal.aborted || !(error instanceof SourceError) || error instanceof Throttled) throw error;
    return error;
  }
}

async function requestBasket(article: string, { http, parse }: VisitTools): Promise<string | null> {
  const { document } = await http.request(ROUTES_URL);
  return (await parse(basketRoute, document, { article })).host;
}

/** Requests the card from the card host; null if it has no such article. */
async function requestDetail(article: string, { http, parse }: VisitTools): Promise<Card | null> {
  const query = new URLSearchParams({ ...CARD_PARAMETERS, nm: article });
  const response = await http.request(`${CARD}?${query}`, { accept: [BOT_CHECK] });
  refuseBotCheck(response);
  return (await parse(cardResponse, response.document, { article })).found;
}

export function refuseBotCheck({ status }: SourceResponse): void {
  if (status === BOT_CHECK) throw new Blocked('Wildberries shows a bot check');
}
