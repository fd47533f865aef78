/**
 * Sandbox platforms: stand-ins on loopback with the real response formats and paging of the platforms. Tests and users add, edit
 * and remove reviews and select misbehaviours. Sandbox platforms are used by the demo, by docs/tour.md, by the flow tests, and for
 * the development of adapters without network access. `HREV_SOURCE_ORIGINS` configures hrev to use them.
 */
import type { SandboxConsents } from './sandbox-consents';
import type { SandboxReplies } from './sandbox-replies';
import type { SandboxResponse, SandboxReview } from './sandbox-review';

export type { SandboxResponse, SandboxReview } from './sandbox-review';

/** How a listing responds. All values except `normal` are misbehaviours. */
export const SANDBOX_BEHAVIOURS = [
  'normal',
  'blocked', // the platform's challenge or refusal page
  'captcha', // status 200 with a generic captcha page
  'throttled', // 429 with Retry-After: 1
  'gone', // the platform's response for a page that does not exist
  'error', // 503
  'broken', // a truncated response
  'changed', // well-formed, but another layout
  'loop', // every next page is the same page
  'short', // ends early: the counter is larger than the list
  'empty', // a well-formed empty list with an unchanged counter
  'refused', // requests for the list are refused or return no reviews; the rating still indicates reviews
  'side_throttled', // 429 for optional requests (name, counter); the list works
] as const;

export type SandboxBehaviour = (typeof SANDBOX_BEHAVIOURS)[number];

export interface SandboxListing {
  readonly slug: string;
  /** The object's id in the platform's URLs: an app id, a domain, a firm id. */
  readonly key: string;
  name: string;
  /** Lines of the postal address; empty: the listing has none. */
  address: readonly string[];
  behaviour: SandboxBehaviour;
  /** `behaviour` applies from this page of a visit on (1 = the first page), so that a later page of a list can fail. */
  behaviourFromPage: number;
  readonly reviews: SandboxReview[];
}

export interface SandboxRequest {
  readonly method: string;
  /** The requested address with the platform's host name, which differs from the address of the sandbox. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The state of a platform, in addition to the requested listing. */
export interface SandboxContext {
  readonly replies: SandboxReplies;
  /** Codes and lasting tokens of the platform's sign-in. */
  readonly consents: SandboxConsents;
  /** All listings of the platform. */
  readonly listings: () => readonly SandboxListing[];
}

/** The demo listing of a platform, for `seedDemo`. */
export interface SandboxDemo {
  readonly key: string;
  readonly name: string;
  readonly reviews: number;
  /** The possible ratings, on the platform's scale. */
  readonly ratings: readonly number[];
  /** What some of the reviews have; absent: none has it. */
  readonly titles?: true;
  readonly replies?: true;
  readonly images?: true;
}

/** Finds a listing by its key; undefined for one that was not created. */
export type FindListing = (key: string) => SandboxListing | undefined;

export interface SandboxPlatform {
  readonly slug: string;
  readonly hosts: readonly string[];
  /** Whether a request to a host that other platforms have too is for this one. Absent: it is, unless it is for another. */
  takes?(request: SandboxRequest): boolean;
  /** Paths of pages for persons, whose browsers call the sandbox by its own address, and their host. */
  readonly pages?: { readonly prefix: string; readonly host: string };
  readonly demo: SandboxDemo;
  /** The id of the `serial`-th review, in the platform's format; default: nine-digit numbers. */
  reviewId?(serial: number): string;
  /** An address of the listing `key`, as a client would enter it. */
  pageUrl(key: string): string;
  respond(request: SandboxRequest, findListing: FindListing, context: SandboxContext): SandboxResponse;
}
