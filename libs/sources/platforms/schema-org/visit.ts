/**
 * Visits the object's page and then the `rel="next"` pages on the same host.
 *
 * A page may show the newest 10 of 500 reviews without indicating that there are more; treated as the whole list, it would delete
 * 490 reviews. A visit therefore covers `all` only if all of these conditions are met, and a `window` otherwise:
 *
 *   - the item's counter (`reviewCount`) is present, and the number of different reviews is within 2 % of it (contract §10);
 *     `ratingCount` also counts ratings without a review;
 *   - every page was complete: no unreadable review or block with reviews, no truncated document;
 *   - paging ended normally: no page repeated an earlier one, the page limit was not reached, and every linked next page was
 *     read;
 *   - no redirect led to another address of the site.
 *
 * The list has no reliable order, so a `window` does not contain the newest reviews and does not lead to deletions.
 */
import type { ResultOf } from '../../parsing/parser';
import type { ReviewList, Visit, VisitTools } from '../../source';
import { Changed, Gone, RedirectedAway } from '../../source-errors';
import type { SourceResponse } from '../../source-http';
import { matchDeclared } from './address';
import { plainAddress } from './page-item';
import { page as pageOfReviews } from './parsers';

type ParsedPage = ResultOf<typeof pageOfReviews>;

export interface DeclaredSite {
  readonly hosts: readonly string[];
  readonly ratingScale: number;
}

const MAX_PAGES = 50;
const TOLERANCE = 0.02;
/** In addition to 200, protection services use these statuses for challenges; the parser inspects the page. */
const CHALLENGE_STATUSES = [405, 503];
const HEADERS = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5', 'accept-language': 'en;q=0.5, *;q=0.1' };

/** State of the visit: the opened pages, the keys of the reviews, the counter, and whether the visit can cover `all`. */
interface Progress {
  readonly openedPages: Set<string>;
  readonly reviewKeys: Set<string>;
  counter: number | null;
  canCoverAll: boolean;
}

export async function* visit(canonicalUrl: string, tools: VisitTools, declared: DeclaredSite): Visit {
  const progress: Progress = { openedPages: new Set(), reviewKeys: new Set(), counter: null, canCoverAll: true };
  let address: string | null = canonicalUrl;
  while (address !== null && progress.openedPages.size < MAX_PAGES) {
    const isFirst = progress.openedPages.size === 0;
    progress.openedPages.add(pageKey(address));
    const opened = await openPage(address, tools, declared, isFirst);
    // The next page does not exist: the link is wrong, and the end of the list is not proven.
    if (opened === null) break;
    const { page, finalUrl } = opened;
    const reviews = recordPage(page, progress);
    if (isFirst) await refuseLostMarkup(page, tools);
    if (wasRedirected(address, finalUrl)) progress.canCoverAll = false;
    yield isFirst ? { reviews, object: page.object } : { reviews };
    address = nextAddress(page, finalUrl, reviews, declared, progress);
  }
  if (address !== null) progress.canCoverAll = false;
  return { coverage: progress.canCoverAll && counterAgrees(progress) ? 'all' : 'window' };
}

/**
 * Throws `Changed` for a page without reviews that has a counter above zero, if reviews of the object are stored: its markup has
 * changed. Other pages may have a rating and no reviews.
 */
async function refuseLostMarkup(
  { reviews, counter, ratingCount }: ParsedPage,
  { hasStoredReviews }: VisitTools,
): Promise<void> {
  if (reviews.shown > 0 || (counter ?? ratingCount ?? 0) === 0) return;
  if (await hasStoredReviews()) throw new Changed('The page still has a counter of reviews but no longer marks up any');
}

async function openPage(
  address: string,
  { http, parse, now }: VisitTools,
  { hosts, ratingScale }: DeclaredSite,
  isFirst: boolean,
): Promise<{ page: ParsedPage; finalUrl: string } | null> {
  const response = await request(address, http, isFirst);
  if (response === null) return null;
  if (isFirst) refuseFrontPage(address, response.url, hosts);
  const { status, url, headers } = response;
  const headerMarks = {
    cloudflare: headers['cf-mitigated'] === 'challenge',
    waf: headers['x-amzn-waf-action'] !== undefined,
  };
  const page = await parse(pageOfReviews, response.document, {
    pageUrl: url,
    ratingScale,
    now,
    status,
    marks: headerMarks,
  });
  return { page, finalUrl: url };
}

/** Requests a page; returns null if it does not exist and is not the first page. */
async function request(address: string, http: VisitTools['http'], isFirst: boolean): Promise<SourceResponse | null> {
  try {
    return await http.request(address, { headers: HEADERS, accept: CHALLENGE_STATUSES });
  } catch (error) {
    if (error instanceof Gone && !isFirst) return null;
    throw error;
  }
}

/**
 * Throws `Gone` for a redirect to the front page, which shops use for removed articles, and `RedirectedAway` for a redirect to another
 * site.
 */
function refuseFrontPage(requested: string, finalAddress: string, hosts: readonly string[]): void {
  const [from, to] = [new URL(requested), new URL(finalAddress)];
  if (from.pathname !== '/' && to.pathname === '/') throw new Gone('The address now redirects to the front page');
  if (matchDeclared(to, hosts) === null) throw new RedirectedAway('The address now redirects to another site');
}

/** Returns the reviews that no earlier page had, and updates the progress. */
function recordPage(page: ParsedPage, progress: Progress): ReviewList {
  progress.counter ??= page.counter;
  if (!page.isComplete || (page.counter !== null && page.counter !== progress.counter)) progress.canCoverAll = false;
  return page.reviews.filter((key) => {
    const isNew = key !== null && !progress.reviewKeys.has(key);
    if (isNew) progress.reviewKeys.add(key);
    return isNew;
  });
}

function nextAddress(
  { nextUrl }: ParsedPage,
  finalUrl: string,
  newReviews: ReviewList,
  { hosts }: DeclaredSite,
  progress: Progress,
): string | null {
  if (nextUrl === null) return null;
  const match = matchDeclared(new URL(nextUrl), hosts);
  const sameSite = match?.kind === 'page' && new URL(match.canonicalUrl).hostname === canonicalHost(finalUrl, hosts);
  const isLoop = progress.openedPages.has(pageKey(nextUrl)) || newReviews.length === 0;
  if (match?.kind === 'page' && sameSite && !isLoop) return match.canonicalUrl;
  progress.canCoverAll = false;
  return null;
}

function canonicalHost(address: string, hosts: readonly string[]): string | null {
  const match = matchDeclared(new URL(address), hosts);
  return match?.kind === 'page' ? new URL(match.canonicalUrl).hostname : null;
}

const pageKey = (address: string): string => plainAddress(address);

const wasRedirected = (requested: string, finalAddress: string): boolean =>
  pageKey(requested) !== pageKey(finalAddress);

function counterAgrees({ counter, reviewKeys }: Progress): boolean {
  return counter !== null && Math.abs(reviewKeys.size - counter) <= counter * TOLERANCE;
}
