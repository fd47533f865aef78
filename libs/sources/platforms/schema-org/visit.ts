/**
 * One visit: the object's page, then what it links as `rel="next"` on the same host.
 *
 * When does a visit prove that it saw everything? A page may show the newest ten of five hundred reviews and say nothing
 * of it, and whoever took that for the whole list would delete 490 reviews. So a visit ends as `all` only if every one of
 * these holds, and as `window` otherwise:
 *
 *   - the item's own counter (`reviewCount`, or `ratingCount` where there is no other) is given, and the number of
 *     different reviews read agrees with it by 2 % (contract §10);
 *   - every page was whole: no unreadable block that speaks of reviews, no document that ends in its middle;
 *   - paging ended by itself: no page repeated an earlier one, the limit of pages was not reached, no next page is known
 *     that was not read;
 *   - no redirect led to another address of the site.
 *
 * The list is in no order that could be relied on, so a `window` here is not "the newest": it says nothing of what is gone.
 */
import type { ReadBy } from '../../parsing/parser';
import type { ReviewList, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { Changed, Gone, LedAway } from '../../source-errors';
import type { SourceAnswer } from '../../source-http';
import { matchDeclared } from './address';
import { plainAddress } from './page-item';
import { page as pageOfReviews } from './parsers';

type ParsedPage = ReadBy<typeof pageOfReviews>;

export interface Declared {
  readonly hosts: readonly string[];
  readonly ratingScale: number;
}

const MAX_PAGES = 50;
const TOLERANCE = 0.02;
/** Protection services answer a challenge with these as often as with 200; what they mean is read from the page. */
const CHALLENGE_STATUSES = [405, 503];
const HEADERS = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5', 'accept-language': 'en;q=0.5, *;q=0.1' };

/** The visit's memory: what was read, and what would keep the end from being proven. */
interface Progress {
  readonly opened: Set<string>;
  readonly read: Set<string>;
  counter: number | null;
  isProven: boolean;
}

export async function* visit(
  canonicalUrl: string,
  tools: VisitTools,
  declared: Declared,
): AsyncGenerator<SnapshotPage, VisitEnd, void> {
  const progress: Progress = { opened: new Set(), read: new Set(), counter: null, isProven: true };
  let address: string | null = canonicalUrl;
  while (address !== null && progress.opened.size < MAX_PAGES) {
    const isFirst = progress.opened.size === 0;
    progress.opened.add(pageKey(address));
    const opened = await openPage(address, tools, declared, isFirst);
    // The next page is missing: the site's own link is wrong, which says nothing of the object and proves no end.
    if (opened === null) break;
    const { page, answeredBy } = opened;
    const reviews = remember(page, progress);
    if (isFirst) await refuseLostMarkup(page, tools);
    if (wasRedirected(address, answeredBy)) progress.isProven = false;
    yield isFirst ? { reviews, object: page.object } : { reviews };
    address = nextAddress(page, answeredBy, reviews, declared, progress);
  }
  if (address !== null) progress.isProven = false;
  return { coverage: progress.isProven && agrees(progress) ? 'all' : 'window' };
}

/**
 * A page may show how an object is rated and no review. Where it showed reviews before, and still counts some, it marks them up
 * in another way now.
 */
async function refuseLostMarkup({ reviews, counter }: ParsedPage, { holdsReviews }: VisitTools): Promise<void> {
  if (reviews.length > 0 || counter === null || counter === 0) return;
  if (await holdsReviews()) throw new Changed('The page still counts reviews and no longer marks any up');
}

async function openPage(
  address: string,
  { http, parse, now }: VisitTools,
  { hosts, ratingScale }: Declared,
  isFirst: boolean,
): Promise<{ page: ParsedPage; answeredBy: string } | null> {
  const answer = await request(address, http, isFirst);
  if (answer === null) return null;
  if (isFirst) refuseFrontPage(address, answer.url, hosts);
  const { status, url, headers } = answer;
  const marks = {
    cloudflare: headers['cf-mitigated'] === 'challenge',
    waf: headers['x-amzn-waf-action'] !== undefined,
  };
  const page = await parse(pageOfReviews, answer.document, { pageUrl: url, ratingScale, now, status, marks });
  return { page, answeredBy: url };
}

/** The answer; null for a later page that does not exist. */
async function request(address: string, http: VisitTools['http'], isFirst: boolean): Promise<SourceAnswer | null> {
  try {
    return await http.request(address, { headers: HEADERS, accept: CHALLENGE_STATUSES });
  } catch (error) {
    if (error instanceof Gone && !isFirst) return null;
    throw error;
  }
}

/** Shops send visitors of a removed article to their front page; its reviews, if any, are of something else. */
function refuseFrontPage(asked: string, answered: string, hosts: readonly string[]): void {
  const [from, to] = [new URL(asked), new URL(answered)];
  if (from.pathname !== '/' && to.pathname === '/') throw new Gone('The address now leads to the front page');
  if (matchDeclared(to, hosts) === null) throw new LedAway('The address now leads to another site');
}

/** The reviews not met on earlier pages, and what the page adds to the proof. */
function remember(page: ParsedPage, progress: Progress): ReviewList {
  progress.counter ??= page.counter;
  if (!page.isWhole || (page.counter !== null && page.counter !== progress.counter)) progress.isProven = false;
  return page.reviews.filter((key) => {
    const isFresh = key !== null && !progress.read.has(key);
    if (isFresh) progress.read.add(key);
    return isFresh;
  });
}

function nextAddress(
  { nextUrl }: ParsedPage,
  answeredBy: string,
  fresh: ReviewList,
  { hosts }: Declared,
  progress: Progress,
): string | null {
  if (nextUrl === null) return null;
  const match = matchDeclared(new URL(nextUrl), hosts);
  const sameSite = match?.kind === 'page' && new URL(match.canonicalUrl).hostname === canonicalHost(answeredBy, hosts);
  const isLoop = progress.opened.has(pageKey(nextUrl)) || fresh.length === 0;
  if (match?.kind === 'page' && sameSite && !isLoop) return match.canonicalUrl;
  progress.isProven = false;
  return null;
}

function canonicalHost(address: string, hosts: readonly string[]): string | null {
  const match = matchDeclared(new URL(address), hosts);
  return match?.kind === 'page' ? new URL(match.canonicalUrl).hostname : null;
}

const pageKey = (address: string): string => plainAddress(address);

const wasRedirected = (asked: string, answered: string): boolean => pageKey(asked) !== pageKey(answered);

function agrees({ counter, read }: Progress): boolean {
  return counter !== null && Math.abs(read.size - counter) <= counter * TOLERANCE;
}
