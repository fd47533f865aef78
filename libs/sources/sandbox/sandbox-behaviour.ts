/**
 * What the sandbox platforms share in misbehaving: when a behaviour begins, the answers that look alike everywhere, and
 * which reviews a page holds. How a platform says "blocked" or "gone", and what its other layout is, stays in its file.
 */
import type { SandboxAnswer, SandboxBehaviour, SandboxListing, SandboxReview } from './sandbox-platform';

/** The behaviour of a listing at `page` (1 = the first) of a visit. */
export function behaviourAt(listing: SandboxListing, page: number): SandboxBehaviour {
  return page >= listing.behaviourFromPage ? listing.behaviour : 'normal';
}

/** Captcha, throttling and faults, which need no platform's own form; null for every other behaviour. */
export function commonMisbehaviour(behaviour: SandboxBehaviour): SandboxAnswer | null {
  switch (behaviour) {
    case 'captcha':
      return htmlAnswer(
        '<!DOCTYPE html><html><head><title>Are you a robot?</title></head><body><form id="captcha-form" action="/captcha">' +
          '<div class="g-recaptcha" data-sitekey="sandbox"></div><p>Please confirm that you are not a robot.</p></form></body></html>',
      );
    case 'throttled':
      return SLOW_DOWN;
    case 'error':
      return { status: 503, headers: { 'content-type': 'text/plain' }, body: 'Service unavailable' };
    default:
      return null;
  }
}

/** What a throttled request is answered with (behaviours `throttled`, `side_throttled`). */
export const SLOW_DOWN: SandboxAnswer = {
  status: 429,
  headers: { 'retry-after': '1', 'content-type': 'text/plain' },
  body: 'Too many requests',
};

/** An answer whose body ends in its middle, with status and headers of a whole one (behaviour `broken`). */
export function cutAnswer(answer: SandboxAnswer): SandboxAnswer {
  return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) };
}

/** Reviews in the order in which most platforms show them. */
export function newestFirst(listing: SandboxListing, by: 'publishedAt' | 'updatedAt' = 'publishedAt'): SandboxReview[] {
  return [...listing.reviews].sort((a, b) => b[by].getTime() - a[by].getTime() || (a.id < b.id ? 1 : -1));
}

export interface SandboxPage {
  readonly reviews: readonly SandboxReview[];
  /** Whether the platform says that another page follows. */
  readonly hasNext: boolean;
}

/**
 * The reviews of page `page` of a list in pages of `size`, under the listing's behaviour: `loop` repeats the page where
 * it began, `short` gives half of that page and ends, `empty` and `refused` give none. Others get the page as it is.
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
    const kept = page === start ? slice(page) : [];
    return { reviews: kept.slice(0, Math.floor(kept.length / 2)), hasNext: false };
  }
  return { reviews: slice(page), hasNext: reviews.length > page * size };
}

export function jsonAnswer(value: unknown, status = 200): SandboxAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) };
}

export function htmlAnswer(html: string, status = 200): SandboxAnswer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html };
}
