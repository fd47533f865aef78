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
import type { PlatformObject, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { Blocked, Changed, Gone } from '../../source-errors';
import { unseenReviews } from '../../unseen-reviews';
import { placeOf, type Place } from './match';
import { readPlacePage, type ApiAccess, type PlacePage } from './page-state';
import { readReviews } from './parse';
import type { RenderedList } from './rendered-list';
import { askFirst, askNext, completeObject, firstUrl, type ApiPage } from './review-api';

type Visit = AsyncGenerator<SnapshotPage, VisitEnd, void>;

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
  const first = access === null ? null : await askFirst(tools.http, firstUrl(access, open.place), access);
  if (access === null || first === null) return yield* readRendered(open, tools);
  if (first.records.length === 0 && (await contradicts(completeObject(open.page.object, first), tools))) {
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
    const reviews = readReviews(page.records, open.page.zone, pathOf(open.place));
    yield { reviews: unseenReviews(reviews, seen), object };
    if (page.nextUrl === null || page.records.length === 0) return { coverage: 'all' };
    if (number === MAX_PAGES) throw new Changed(`The list does not end after ${MAX_PAGES} pages`);
    page = await askNext(tools.http, page.nextUrl, access);
  }
}

async function* readRendered(open: OpenPlace, tools: VisitTools): Visit {
  const isFinal = open.page.list !== null || open.isRendered;
  const page = isFinal ? open.page : await renderPlace(open.url, open.place, tools);
  if (page.list === null) throw new Blocked('2GIS refused its review API, and its page shows no reviews');
  const total = wholeListOr(page.list, page.object.reviewCount);
  if (page.list.items.length === 0) await refuseUnproven(page.object, tools);
  const reviews = unseenReviews(readReviews(page.list.items, page.zone, pathOf(open.place)), new Set());
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
function wholeListOr({ items, total, hasMore }: RenderedList, told: number | null): number {
  const count = total ?? told;
  if (count === null || hasMore || items.length < count) {
    throw new Blocked(
      `2GIS refused its review API, and its page shows ${items.length} of ${count ?? 'unknown'} reviews`,
    );
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
  const page = readPlacePage(response.body, place);
  if (page !== null) return { place, url, page, isRendered: false };
  return { place, url, page: await renderPlace(url, place, tools), isRendered: true };
}

async function renderPlace(url: string, place: Place, tools: VisitTools): Promise<PlacePage> {
  const rendered = await tools.browser.render(url, { waitFor: orDeadEnd(BUILT), waitForMs: BUILT_WITHIN_MS });
  const fault = pageFault('2GIS', rendered);
  if (fault !== null) throw fault;
  const page = readPlacePage(rendered.html, place);
  if (page === null) throw new Changed('The page holds no state');
  return page;
}

const pathOf = ({ kind, id }: Place): string => `${kind}/${id}`;
const tabOf = (place: Place): string => `https://2gis.ru/${pathOf(place)}/tab/reviews`;
