/**
 * Visits the page of a place. Its reviews can be read in two ways:
 *
 *   page (HTTP) ──► key and address of the review API ──► pages of 50, newest first, to the end          → `all`
 *        └─ the API refuses, or returns an empty list despite other evidence
 *             ──► the reviews rendered in the page, by HTTP or else by a browser                          → `all`
 *
 * The API's list ends at the page without a next link. The page shows one list, sorted by trust; it is complete only if the page
 * indicates no further reviews and shows as many as it counts. An incomplete list is neither the newest reviews nor all reviews,
 * so it is not used, and the visit throws `Blocked`. It also throws `Blocked` if the page shows an empty list although its
 * counter, its rating or an earlier visit indicates reviews.
 */
import { orDeadEnd } from '../../challenge-page';
import { pageError } from '../../response-status';
import type { PackedReviews } from '../../parsing/packed-reviews';
import type { ForeignDocument, ResultOf } from '../../parsing/parser';
import { remadeList } from '../../review-list';
import type { PlatformObject, Visit, VisitTools } from '../../source';
import { Blocked, Changed, Gone } from '../../source-errors';
import { unseenReviews, verifyEmptyList } from '../../visiting';
import { pathOf, placeOf, type Place } from './match';
import type { ApiAccess } from './page-state';
import { apiPage, placePage } from './parsers';
import { completeObject, firstUrl, HEADERS, REFUSALS } from './review-api';

type ListPage = ResultOf<typeof apiPage>['page'];
type RenderedPlace = NonNullable<ResultOf<typeof placePage>['page']>;

/** A page of the review API. */
interface ApiPage extends NonNullable<ListPage> {
  readonly reviews: PackedReviews;
}

/** A page of a place with its rendered reviews. */
type PlacePage = RenderedPlace & { readonly reviews: PackedReviews };

/** An opened page: its object, address and content. */
interface OpenPlace {
  readonly place: Place;
  readonly url: string;
  readonly page: PlacePage;
  /** Whether a browser rendered the page; rendering it again would not change it. */
  readonly isRendered: boolean;
}

/** 100,000 reviews, more than any place has; a longer list does not end. */
const MAX_PAGES = 2_000;
/** An element in the head of every rendered page, and of no captcha page. */
const RENDERED = 'link[rel="canonical"]';
const RENDER_TIMEOUT_MS = 10_000;

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const open = await openPlace(canonicalUrl, tools);
  const access = open.page.api;
  const first = access === null ? null : await requestFirst(open, access, tools);
  if (access === null || first === null) return yield* readRendered(open, tools);
  if (first.count === 0 && (await isContradicted(completeObject(open.page.object, first), tools))) {
    return yield* readRendered(open, tools);
  }
  return yield* readApi(open, access, first, tools);
}

/** Returns whether other data contradicts an empty list. The API sometimes returns one if it cannot load the list. */
async function isContradicted({ reviewCount }: PlatformObject, { hasStoredReviews }: VisitTools): Promise<boolean> {
  return reviewCount === null ? hasStoredReviews() : reviewCount > 0;
}

async function* readApi(open: OpenPlace, access: ApiAccess, first: ApiPage, tools: VisitTools): Visit {
  const knownIds = new Set<string>();
  const object = completeObject(open.page.object, first);
  let page = first;
  for (let number = 1; ; number += 1) {
    yield { reviews: unseenReviews(page.reviews, knownIds), object };
    if (page.nextUrl === null || page.count === 0) return { coverage: 'all' };
    if (number === MAX_PAGES) throw new Changed(`The list does not end after ${MAX_PAGES} pages`);
    page = await requestNext(open, access, page.nextUrl, tools);
  }
}

/** Requests the first page of the list; null if the API refuses it. The list in the page is then used. */
async function requestFirst(open: OpenPlace, access: ApiAccess, tools: VisitTools): Promise<ApiPage | null> {
  const url = firstUrl(access, open.place);
  const response = await tools.http.request(url, { headers: HEADERS, accept: REFUSALS });
  if (REFUSALS.includes(response.status)) return null;
  return readList(response.document, open, { access, url, isFirst: true }, tools);
}

/** Requests a later page; throws if the response has no list. */
async function requestNext(open: OpenPlace, access: ApiAccess, url: string, tools: VisitTools): Promise<ApiPage> {
  const { document } = await tools.http.request(url, { headers: HEADERS });
  const page = await readList(document, open, { access, url, isFirst: false }, tools);
  if (page === null) throw new Changed("The review API's response has no reviews");
  return page;
}

async function readList(
  document: ForeignDocument,
  { place, page: { zone } }: OpenPlace,
  request: { readonly access: ApiAccess; readonly url: string; readonly isFirst: boolean },
  { parse }: VisitTools,
): Promise<ApiPage | null> {
  const { page, reviews } = await parse(apiPage, document, { ...request, place, zone });
  return page === null ? null : { ...page, reviews };
}

async function* readRendered(open: OpenPlace, tools: VisitTools): Visit {
  const isFinal = open.page.list !== null || open.isRendered;
  const page = isFinal ? open.page : await renderPlace(open.url, open.place, tools);
  if (page.list === null) throw new Blocked('2GIS refused its review API, and its page shows no reviews');
  const total = requireWholeList(page.list, page.object.reviewCount);
  if (page.list.count === 0)
    await verifyEmptyList('2GIS shows no list of reviews, though the place has some', page.object, tools);
  const reviews = unseenReviews(page.reviews, new Set());
  // The page sorts by trust; the list is complete, so it can be sorted by date.
  const newestFirst = [...reviews].sort((a, b) => (b.reviewDate ?? '').localeCompare(a.reviewDate ?? ''));
  yield { reviews: remadeList(newestFirst, [reviews]), object: { ...page.object, reviewCount: total } };
  return { coverage: 'all' };
}

/** The number of reviews according to the page; throws `Blocked` unless the page shows all of them. */
function requireWholeList(
  { count: shownCount, total, hasMore }: NonNullable<RenderedPlace['list']>,
  counter: number | null,
): number {
  const count = total ?? counter;
  if (count === null || hasMore || shownCount < count) {
    throw new Blocked(`2GIS refused its review API, and its page shows ${shownCount} of ${count ?? 'unknown'} reviews`);
  }
  return count;
}

async function openPlace(canonicalUrl: string, tools: VisitTools): Promise<OpenPlace> {
  const namedPlace = placeOf(new URL(canonicalUrl));
  const response = await tools.http.request(namedPlace === null ? canonicalUrl : tabOf(namedPlace));
  const place = namedPlace ?? placeOf(new URL(response.url));
  if (place === null) throw new Gone('The short link does not lead to a place');
  const url = tabOf(place);
  const page = await readPage(response.document, place, tools);
  if (page !== null) return { place, url, page, isRendered: false };
  return { place, url, page: await renderPlace(url, place, tools), isRendered: true };
}

async function renderPlace(url: string, place: Place, tools: VisitTools): Promise<PlacePage> {
  const rendered = await tools.browser.render(url, { waitFor: orDeadEnd(RENDERED), waitForMs: RENDER_TIMEOUT_MS });
  const error = pageError('2GIS', rendered);
  if (error !== null) throw error;
  const page = await readPage(rendered.html, place, tools);
  if (page === null) throw new Changed('The page has no state');
  return page;
}

/** Parses a page; null if a browser has to render it. */
async function readPage(document: ForeignDocument, place: Place, { parse }: VisitTools): Promise<PlacePage | null> {
  const { page, reviews } = await parse(placePage, document, place);
  return page === null ? null : { ...page, reviews };
}

const tabOf = (place: Place): string => `https://2gis.ru/${pathOf(place)}/tab/reviews`;
