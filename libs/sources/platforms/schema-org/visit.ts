/**
 * Visits the object's page and then the `rel="next"` pages on the same host.
 *
 * A page may show the newest ten of five hundred reviews without any hint; if they were taken for the whole list, 490 reviews
 * would be deleted. So a visit covers `all` only if all of these hold, and a `window` otherwise:
 *
 *   - the item's own counter (`reviewCount`, or `ratingCount` if there is no other) is present, and the number of different
 *     reviews is within 2 % of it (contract §10);
 *   - every page was complete: no unreadable block with reviews, no truncated document;
 *   - paging ended normally: no page repeated an earlier one, the page limit was not reached, and every linked next page was
 *     read;
 *   - no redirect led to another address of the site.
 *
 * The list has no reliable order, so a `window` is not "the newest" and does not imply deletions.
 */
import type { ReadBy } from '../../parsing/parser';
import type { ReviewList, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { Changed, Gone, LedAway } from '../../source-errors';
import type { SourceResponse } from '../../source-http';
import { matchDeclared } from './address';
import { plainAddress } from './page-item';
import { page as pageOfReviews } from './parsers';

type ParsedPage = ReadBy<typeof pageOfReviews>;

export interface DeclaredSite {
  readonly hosts: readonly string[];
  readonly ratingScale: number;
}

const MAX_PAGES = 50;
const TOLERANCE = 0.02;
/** Protection services use these statuses for challenges, besides 200; the parser inspects the page. */
const CHALLENGE_STATUSES = [405, 503];
const HEADERS = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5', 'accept-language': 'en;q=0.5, *;q=0.1' };

/** State of the visit: what was read, and whether it can cover `all`. */
interface Progress {
  readonly opened: Set<string>;
  readonly read: Set<string>;
  counter: number | null;
  canCoverAll: boolean;
}

export async function* visit(
  canonicalUrl: string,
  tools: VisitTools,
  declared: DeclaredSite,
): AsyncGenerator<SnapshotPage, VisitEnd, void> {
  const progress: Progress = { opened: new Set(), read: new Set(), counter: null, canCoverAll: true };
  let address: string | null = canonicalUrl;
  while (address !== null && progress.opened.size < MAX_PAGES) {
    const isFirst = progress.opened.size === 0;
    progress.opened.add(pageKey(address));
    const opened = await openPage(address, tools, declared, isFirst);
    // The next page is missing: the site's link is wrong, and the end is not proven.
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

/** A page may have a rating and no reviews. If it had reviews before and still has a counter, its markup has changed. */
async function refuseLostMarkup({ reviews, counter }: ParsedPage, { holdsReviews }: VisitTools): Promise<void> {
  if (reviews.length > 0 || counter === null || counter === 0) return;
  if (await holdsReviews()) throw new Changed('The page still has a counter of reviews but no longer marks up any');
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

/** Requests a page; null for a later page that does not exist. */
async function request(address: string, http: VisitTools['http'], isFirst: boolean): Promise<SourceResponse | null> {
  try {
    return await http.request(address, { headers: HEADERS, accept: CHALLENGE_STATUSES });
  } catch (error) {
    if (error instanceof Gone && !isFirst) return null;
    throw error;
  }
}

/** Throws `Gone` for a redirect to the front page, which shops use for removed articles, and `LedAway` for one to another site. */
function refuseFrontPage(requested: string, finalAddress: string, hosts: readonly string[]): void {
  const [from, to] = [new URL(requested), new URL(finalAddress)];
  if (from.pathname !== '/' && to.pathname === '/') throw new Gone('The address now redirects to the front page');
  if (matchDeclared(to, hosts) === null) throw new LedAway('The address now redirects to another site');
}

/** Returns the reviews that earlier pages did not have, and updates the progress. */
function recordPage(page: ParsedPage, progress: Progress): ReviewList {
  progress.counter ??= page.counter;
  if (!page.isWhole || (page.counter !== null && page.counter !== progress.counter)) progress.canCoverAll = false;
  return page.reviews.filter((key) => {
    const isNew = key !== null && !progress.read.has(key);
    if (isNew) progress.read.add(key);
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
  const isLoop = progress.opened.has(pageKey(nextUrl)) || newReviews.length === 0;
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

function counterAgrees({ counter, read }: Progress): boolean {
  return counter !== null && Math.abs(read.size - counter) <= counter * TOLERANCE;
}
