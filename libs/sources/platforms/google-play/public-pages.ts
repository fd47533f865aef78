/** The requests for the public pages of an app, in one language and country. */
import type { ResultOf } from '../../parsing/parser';
import { Blocked } from '../../source-errors';
import type { VisitTools } from '../../source';
import type { SourceRequest, SourceResponse } from '../../source-http';
import type { Details } from './details-page';
import { REVIEWS_REQUEST } from './envelope';
import { details, reviewsPage } from './parsers';

/** A page whose reviews the parsing thread packed, and which were unpacked here. */
export type UnpackedReviewsPage = ResultOf<typeof reviewsPage>;

const STORE = 'https://play.google.com';
/** Google Play lists the reviews of one language. Two links of one app must not count a review twice, so the language is fixed. */
const LOCALE = { hl: 'en', gl: 'us' } as const;
/** Reviews per page; the page itself requests fewer, and the server returns 199 at most. */
const PAGE_SIZE = 150;
const NEWEST_FIRST = 2;
const REDIRECTS: readonly number[] = [302, 303, 307];

/**
 * Requests one page of the list of reviews, newest first. `token` is the `nextToken` of the previous page; null for the first page.
 * For an app that does not exist, the page is empty.
 */
export async function requestReviewsPage(
  appId: string,
  token: string | null,
  { http, parse }: Pick<VisitTools, 'http' | 'parse'>,
): Promise<UnpackedReviewsPage> {
  const query = new URLSearchParams({ rpcids: REVIEWS_REQUEST, ...LOCALE });
  // 7 is the kind of an app's id.
  const payload = [null, null, [2, NEWEST_FIRST, [PAGE_SIZE, null, token], null, []], [appId, 7]];
  const requests = [[[REVIEWS_REQUEST, JSON.stringify(payload), null, 'generic']]];
  const { document } = await send(http, `${STORE}/_/PlayStoreUi/data/batchexecute?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: new URLSearchParams({ 'f.req': JSON.stringify(requests) }).toString(),
  });
  return parse(reviewsPage, document, { appId });
}

/** Requests the page of an app. Throws `Gone` if the app does not exist. */
export async function requestDetails(
  appId: string,
  { http, parse }: Pick<VisitTools, 'http' | 'parse'>,
): Promise<Details> {
  const query = new URLSearchParams({ id: appId, ...LOCALE });
  const { document } = await send(http, `${STORE}/store/apps/details?${query}`, {});
  return parse(details, document, null);
}

/**
 * Sends a request. Throws `Blocked` for a redirect: the addresses are complete, so a redirect leads to a form for consent or to a bot
 * check on another host of Google, which concerns all apps.
 */
async function send(http: VisitTools['http'], url: string, request: SourceRequest): Promise<SourceResponse> {
  const response = await http.request(url, { ...request, accept: REDIRECTS });
  if (REDIRECTS.includes(response.status))
    throw new Blocked('Google Play redirects to a form for consent or a bot check');
  return response;
}
