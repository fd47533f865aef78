/**
 * One visit to a firm's page. Two roads lead to its reviews:
 *
 *   page (HTTP) ──► key and address of the review API ──► pages of 50, newest first, to the end          → `all`
 *        └─ the API refuses, or lists nothing against other evidence
 *             ──► the reviews rendered with the page, from HTTP or else from a browser                    → `all`
 *
 * What they prove: the API's list ends where it names no next page. The page shows one list, sorted by trust; it is the
 * whole list only where it says so and the numbers agree. A part of it is neither the newest reviews nor all of them,
 * so nothing is taken from it: the visit ends as `Blocked`. So it does where the page shows an empty list while its counter, its
 * rating or an earlier visit speaks of reviews.
 */
import { orDeadEnd } from '../../challenge-page';
import { pageFault } from '../../page-status';
import { PackedReviews } from '../../parsing/packed-reviews';
import type { ForeignDocument, ReadBy } from '../../parsing/parser';
import type { PlatformObject, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { Blocked, Changed, Gone } from '../../source-errors';
import { unseenReviews } from '../../unseen-reviews';
import { pathOf, placeOf, type Place } from './match';
import type { ApiAccess } from './page-state';
import { apiPage, placePage } from './parsers';
import { completeObject, firstUrl, HEADERS, REFUSALS } from './review-api';

type Visit = AsyncGenerator<SnapshotPage, VisitEnd, void>;
type Listed = ReadBy<typeof apiPage>['page'];
type Built = NonNullable<ReadBy<typeof placePage>['page']>;

/** A page of the review API. */
interface ApiPage extends NonNullable<Listed> {
  readonly reviews: PackedReviews;
}

/** A page of a place, with the reviews it was rendered with. */
type PlacePage = Built & { readonly reviews: PackedReviews };

/** A page that was opened: which object it shows, at which address, and what it holds. */
interface OpenPlace {
  readonly place: Place;
  readonly url: string;
  readonly page: PlacePage;
  /** Whether a browser built it: it would show the same again. */
  readonly isRendered: boolean;
}

/** 100,000 reviews; no firm has as many, so a longer list is one without an end. */
const MAX_PAGES = 2_000;
/** In the head of every built page, and of no captcha. */
const BUILT = 'link[rel="canonical"]';
const BUILT_WITHIN_MS = 10_000;

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const open = await openPlace(canonicalUrl, tools);
  const access = open.page.api;
  const first = access === null ? null : await askFirst(open, access, tools);
  if (access === null || first === null) return yield* readRendered(open, tools);
  if (first.count === 0 && (await contradicts(completeObject(open.page.object, first), tools))) {
    return yield* readRendered(open, tools);
  }
  return yield* readApi(open, access, first, tools);
}

/** Whether an empty list of the API cannot be the truth: the API is known to list nothing at times for a list that it cannot reach. */
async function contradicts({ reviewCount }: PlatformObject, { holdsReviews }: VisitTools): Promise<boolean> {
  return reviewCount === null ? holdsReviews() : reviewCount > 0;
}

async function* readApi(open: OpenPlace, access: ApiAccess, first: ApiPage, tools: VisitTools): Visit {
  const seen = new Set<string>();
  const object = completeObject(open.page.object, first);
  let page = first;
  for (let number = 1; ; number += 1) {
    yield { reviews: unseenReviews(page.reviews, seen), object };
    if (page.nextUrl === null || page.count === 0) return { coverage: 'all' };
    if (number === MAX_PAGES) throw new Changed(`The list does not end after ${MAX_PAGES} pages`);
    page = await askNext(open, access, page.nextUrl, tools);
  }
}

/** The first page of the list; null where the API refuses it: the web app's page is another road then. */
async function askFirst(open: OpenPlace, access: ApiAccess, tools: VisitTools): Promise<ApiPage | null> {
  const url = firstUrl(access, open.place);
  const answer = await tools.http.request(url, { headers: HEADERS, accept: REFUSALS });
  if (REFUSALS.includes(answer.status)) return null;
  return readList(answer.document, open, { access, url, isFirst: true }, tools);
}

/** Any later page; whatever is no list is thrown. */
async function askNext(open: OpenPlace, access: ApiAccess, url: string, tools: VisitTools): Promise<ApiPage> {
  const { document } = await tools.http.request(url, { headers: HEADERS });
  const page = await readList(document, open, { access, url, isFirst: false }, tools);
  if (page === null) throw new Changed("The review API's answer holds no reviews");
  return page;
}

async function readList(
  document: ForeignDocument,
  { place, page: { zone } }: OpenPlace,
  asked: { readonly access: ApiAccess; readonly url: string; readonly isFirst: boolean },
  { parse }: VisitTools,
): Promise<ApiPage | null> {
  const { page, reviews = PackedReviews.none } = await parse(apiPage, document, { ...asked, place, zone });
  return page === null ? null : { ...page, reviews };
}

async function* readRendered(open: OpenPlace, tools: VisitTools): Visit {
  const isFinal = open.page.list !== null || open.isRendered;
  const page = isFinal ? open.page : await renderPlace(open.url, open.place, tools);
  if (page.list === null) throw new Blocked('2GIS refused its review API, and its page shows no reviews');
  const total = wholeListOr(page.list, page.object.reviewCount);
  if (page.list.count === 0) await refuseUnproven(page.object, tools);
  if (page.list.fault !== null) throw new Changed(page.list.fault);
  const reviews = unseenReviews(page.reviews, new Set());
  // The page sorts by trust; with the whole list in hand the order can be put right.
  const newestFirst = [...reviews].sort((a, b) => (b.reviewDate ?? '').localeCompare(a.reviewDate ?? ''));
  yield { reviews: newestFirst, object: { ...page.object, reviewCount: total } };
  return { coverage: 'all' };
}

/** The page lists nothing, after the API refused or listed nothing. */
async function refuseUnproven({ reviewCount, rating }: PlatformObject, { holdsReviews }: VisitTools): Promise<void> {
  if ((reviewCount ?? 0) === 0 && rating === null && !(await holdsReviews())) return;
  throw new Blocked('2GIS shows no list of reviews, though the firm has some');
}

/** The list's length by its own word; throws `Blocked` where the page does not show, or does not prove, all of it. */
function wholeListOr({ count: shown, total, hasMore }: NonNullable<Built['list']>, told: number | null): number {
  const count = total ?? told;
  if (count === null || hasMore || shown < count) {
    throw new Blocked(`2GIS refused its review API, and its page shows ${shown} of ${count ?? 'unknown'} reviews`);
  }
  return count;
}

async function openPlace(canonicalUrl: string, tools: VisitTools): Promise<OpenPlace> {
  const named = placeOf(new URL(canonicalUrl));
  const asked = named === null ? canonicalUrl : tabOf(named);
  const response = await tools.http.request(asked);
  const place = named ?? placeOf(new URL(response.url));
  if (place === null) throw new Gone('The short link leads to no firm');
  const url = tabOf(place);
  const page = await readPage(response.document, place, tools);
  if (page !== null) return { place, url, page, isRendered: false };
  return { place, url, page: await renderPlace(url, place, tools), isRendered: true };
}

async function renderPlace(url: string, place: Place, tools: VisitTools): Promise<PlacePage> {
  const rendered = await tools.browser.render(url, { waitFor: orDeadEnd(BUILT), waitForMs: BUILT_WITHIN_MS });
  const fault = pageFault('2GIS', rendered);
  if (fault !== null) throw fault;
  const page = await readPage(rendered.html, place, tools);
  if (page === null) throw new Changed('The page holds no state');
  return page;
}

/** Null where the document is a page of 2GIS that has not been built yet. */
async function readPage(document: ForeignDocument, place: Place, { parse }: VisitTools): Promise<PlacePage | null> {
  const { page, reviews = PackedReviews.none } = await parse(placePage, document, place);
  return page === null ? null : { ...page, reviews };
}

const tabOf = (place: Place): string => `https://2gis.ru/${pathOf(place)}/tab/reviews`;
