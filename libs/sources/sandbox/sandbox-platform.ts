/**
 * Sandbox platforms: stand-ins on loopback with the real response formats and paging of the platforms. Tests and people add, edit
 * and remove reviews and select misbehaviours. They serve the demo and docs/tour.md, authors of adapters without network access,
 * and the flow tests. Point hrev at them with `HREV_SOURCE_ORIGINS`.
 */
import type { SandboxReplies } from './sandbox-replies';
import type { SandboxResponse, SandboxReview } from './sandbox-review';

export type { SandboxResponse, SandboxReview } from './sandbox-review';

/** How a listing responds. All values but `normal` are misbehaviours. */
export const SANDBOX_BEHAVIOURS = [
  'normal',
  'blocked', // the platform's own challenge or refusal page
  'captcha', // status 200 with a generic captcha page
  'throttled', // 429 with Retry-After: 1
  'gone', // the page does not exist, in the platform's own form
  'error', // 503
  'broken', // a truncated response
  'changed', // well-formed, but another layout
  'loop', // the next page is always the same page again
  'short', // ends early: the counter is larger than the list
  'empty', // a well-formed empty list with an unchanged counter
  'refused', // the list is refused and other ways to it return nothing; the rating still indicates reviews
  'side_throttled', // 429 for side requests (name, counter); the list works
] as const;

export type SandboxBehaviour = (typeof SANDBOX_BEHAVIOURS)[number];

export interface SandboxListing {
  readonly slug: string;
  /** The object's id in the platform's URLs: an app id, a domain, a firm id. */
  readonly key: string;
  name: string;
  behaviour: SandboxBehaviour;
  /** `behaviour` begins at this page of a visit (1 = the first), so that a later page of a list can fail. */
  behaviourFromPage: number;
  readonly reviews: SandboxReview[];
}

export interface SandboxRequest {
  readonly method: string;
  /** With the platform's own host name, independently of the address that the sandbox listens on. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The state of a platform besides the requested listing. */
export interface SandboxContext {
  readonly replies: SandboxReplies;
  /** All listings of the platform. */
  readonly listings: () => readonly SandboxListing[];
}

/** The demo listing of a platform, for `seedDemo`. */
export interface SandboxDemo {
  readonly key: string;
  readonly name: string;
  readonly reviews: number;
  /** Possible ratings, on the platform's own scale. */
  readonly ratings: readonly number[];
  readonly titles: boolean;
  readonly replies: boolean;
  readonly images: boolean;
}

export interface SandboxPlatform {
  readonly slug: string;
  readonly hosts: readonly string[];
  readonly demo: SandboxDemo;
  /** The id of the `serial`-th review, in the platform's format; default: nine-digit numbers. */
  reviewId?(serial: number): string;
  /** An address of the listing `key`, as a client would enter it. */
  pageUrl(key: string): string;
  /** The response to a request; `listing(key)` is undefined for a listing that was not created. */
  respond(
    request: SandboxRequest,
    listing: (key: string) => SandboxListing | undefined,
    context: SandboxContext,
  ): SandboxResponse;
}
