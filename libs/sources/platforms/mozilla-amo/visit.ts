/**
 * Visits an add-on's ratings: pages of 50, newest first, until the platform names no next page. Then the end is proven.
 *
 * A page after the first that does not exist means that the list became shorter during the visit; the end is unproven. A
 * refusal that names the add-on as disabled is `Gone`, because the platform did not refuse the request. One more request returns
 * the name and the average; the reviews do not depend on it.
 */
import { optionalRequest, requestParsed, unseenReviews, verifyByCounter } from '../../visiting';
import type { ResultOf } from '../../parsing/parser';
import { Blocked, Changed, Gone } from '../../source-errors';
import type { Visit, VisitTools } from '../../source';
import { addonOf } from './match';
import type { Details } from './parse';
import { details, ratingsPage, refusal } from './parsers';

type RatingsPage = ResultOf<typeof ratingsPage>;

const API = 'https://addons.mozilla.org/api/v5';
/** The largest page of the API. */
const PAGE_SIZE = 50;
/** 200,000 ratings, more than any add-on has. */
const MAX_PAGES = 4_000;
/** The data about an add-on whose details could not be read. */
const UNKNOWN: Details = { name: null, ratingCount: null, rating: null, ratingOriginal: null };

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const addon = addonOf(new URL(canonicalUrl));
  if (addon === null) throw new Gone('This is not the address of an add-on');
  const knownIds = new Set<string>();
  let found = UNKNOWN;
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const page = await requestPage(addon, number, tools);
    if (page === null) return { coverage: 'unproven' };
    if (number === 1) {
      found = (await optionalRequest(() => requestDetails(addon, tools), tools.signal)) ?? UNKNOWN;
      if (page.reviews.shown === 0)
        await verifyByCounter(
          'Mozilla Add-ons shows no list of ratings, though the add-on has some',
          page.total > 0 ? page.total : found.ratingCount,
          tools,
        );
    }
    const { ratingCount: _ratings, ...object } = found;
    yield {
      reviews: unseenReviews(page.reviews, knownIds),
      object: { ...object, reviewCount: page.total },
    };
    if (!page.hasNext) return { coverage: 'all' };
  }
  throw new Changed(`Mozilla's list does not end after ${MAX_PAGES} pages`);
}

/** Requests page `number` (from 1); null for a page after the first that does not exist. */
async function requestPage(addon: string, number: number, { http, parse }: VisitTools): Promise<RatingsPage | null> {
  const query = new URLSearchParams({ addon, page_size: String(PAGE_SIZE), page: String(number) });
  const { status, document } = await http.request(`${API}/ratings/rating/?${query}`, {
    accept: number === 1 ? [401, 403] : [401, 403, 404],
  });
  if (status === 404) return null;
  if (status === 401 || status === 403) {
    const { isDisabled } = await parse(refusal, document, {});
    throw isDisabled ? new Gone('The add-on is disabled') : new Blocked(`Mozilla Add-ons answered ${status}`);
  }
  return parse(ratingsPage, document, { addon });
}

function requestDetails(addon: string, tools: VisitTools): Promise<Details> {
  return requestParsed(`${API}/addons/addon/${encodeURIComponent(addon)}/`, details, {}, tools);
}
