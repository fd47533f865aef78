/**
 * How a listing responds under its behaviour (`respondTo`): the responses that are common to all platforms, and the reviews of a page.
 * Refusals, missing pages and other layouts are in the platform's file.
 */
import type { SandboxResponse, SandboxBehaviour, SandboxListing, SandboxReview } from './sandbox-platform';

/** The behaviour of a listing on page `page` (from 1) of a visit. */
export function behaviourAt(listing: SandboxListing, page: number): SandboxBehaviour {
  return page >= listing.behaviourFromPage ? listing.behaviour : 'normal';
}

/** The responses of a platform: the normal one, and those that it has in a form of its own. */
interface OwnResponses extends Partial<Record<Exclude<SandboxBehaviour, 'normal' | 'broken'>, SandboxResponse>> {
  readonly normal: () => SandboxResponse;
}

/** The response under a behaviour: the platform's own, else the common one, else the normal one; `broken` truncates the normal one. */
export function respondUnder(behaviour: SandboxBehaviour, { normal, ...own }: OwnResponses): SandboxResponse {
  if (behaviour === 'normal') return normal();
  if (behaviour === 'broken') return truncatedResponse(normal());
  return own[behaviour] ?? commonMisbehaviour(behaviour) ?? normal();
}

/** The response to a request for page `page` of a listing, under its behaviour. A listing that was not created is `gone`. */
export function respondTo(
  listing: SandboxListing | undefined,
  page: number,
  {
    normal,
    ...own
  }: Omit<OwnResponses, 'normal'> & {
    readonly gone: SandboxResponse;
    readonly normal: (listing: SandboxListing) => SandboxResponse;
  },
): SandboxResponse {
  if (listing === undefined) return own.gone;
  return respondUnder(behaviourAt(listing, page), { ...own, normal: () => normal(listing) });
}

/** The response for captcha, throttling and server errors, which are common to all platforms; null for other behaviours. */
export function commonMisbehaviour(behaviour: SandboxBehaviour): SandboxResponse | null {
  switch (behaviour) {
    case 'captcha':
      return htmlResponse(
        '<!DOCTYPE html><html><head><title>Are you a robot?</title></head><body><form id="captcha-form" action="/captcha">' +
          '<div class="g-recaptcha" data-sitekey="sandbox"></div><p>Please confirm that you are not a robot.</p></form></body></html>',
      );
    case 'throttled':
      return THROTTLED;
    case 'error':
      return { status: 503, headers: { 'content-type': 'text/plain' }, body: 'Service unavailable' };
    default:
      return null;
  }
}

/** The response to a throttled request (behaviours `throttled`, `side_throttled`). */
export const THROTTLED: SandboxResponse = {
  status: 429,
  headers: { 'retry-after': '1', 'content-type': 'text/plain' },
  body: 'Too many requests',
};

/** The page of a web server that refuses a request. */
export const FORBIDDEN = htmlResponse('<html><head><title>403 Forbidden</title></head><body></body></html>', 403);

/** Truncates the body of a response and keeps status and headers (behaviour `broken`). */
export function truncatedResponse(response: SandboxResponse): SandboxResponse {
  return { ...response, body: response.body.slice(0, Math.floor(response.body.length / 2)) };
}

/** The reviews of a listing, newest first. */
export function newestFirst(listing: SandboxListing, by: 'publishedAt' | 'updatedAt' = 'publishedAt'): SandboxReview[] {
  return [...listing.reviews].sort((a, b) => b[by].getTime() - a[by].getTime() || (a.id < b.id ? 1 : -1));
}

/** The reviews of a list that one response has, under the listing's behaviour. */
export function wholeList(listing: SandboxListing, reviews: readonly SandboxReview[]): readonly SandboxReview[] {
  return pageOf(listing, reviews, 1, Math.max(reviews.length, 1)).reviews;
}

export interface SandboxPage {
  readonly reviews: readonly SandboxReview[];
  /** Whether the platform indicates another page. */
  readonly hasNext: boolean;
}

/**
 * The reviews of page `page` of a list in pages of `size`, under the listing's behaviour: `loop` repeats the page from which it
 * applies, `short` returns half of that page and ends the list, `empty` and `refused` return no reviews. Other behaviours return
 * the page unchanged.
 */
export function pageOf(
  listing: SandboxListing,
  reviews: readonly SandboxReview[],
  page: number,
  size: number,
): SandboxPage {
  const behaviour = behaviourAt(listing, page);
  const start = listing.behaviourFromPage;
  const slice = (number: number): readonly SandboxReview[] => reviews.slice((number - 1) * size, number * size);
  if (behaviour === 'loop') return { reviews: slice(start), hasNext: true };
  if (behaviour === 'empty' || behaviour === 'refused') return { reviews: [], hasNext: false };
  if (behaviour === 'short') {
    const full = page === start ? slice(page) : [];
    return { reviews: full.slice(0, Math.floor(full.length / 2)), hasNext: false };
  }
  return { reviews: slice(page), hasNext: reviews.length > page * size };
}

export function jsonResponse(value: unknown, status = 200): SandboxResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) };
}

export function htmlResponse(html: string, status = 200): SandboxResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html };
}
