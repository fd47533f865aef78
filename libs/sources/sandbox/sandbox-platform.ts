/**
 * Sandbox platforms: stand-ins that answer on loopback with the real envelopes and paging of the platforms, over reviews
 * that a person or a test adds, edits, drops, and over pages that block, break, loop or lie. They serve the demo
 * and docs/tour.md, adapter authors without a network, and the flow tests. Point hrev at them with `HREV_SOURCE_ORIGINS`.
 */
import type { SandboxReplies } from './sandbox-replies';
import type { SandboxAnswer, SandboxReview } from './sandbox-review';

export type { SandboxAnswer, SandboxReview } from './sandbox-review';

/** How a listing answers. Everything but `normal` is a way platforms misbehave. */
export const SANDBOX_BEHAVIOURS = [
  'normal',
  'blocked', // the platform's own challenge or refusal page, as that platform shows it
  'captcha', // status 200 with a generic captcha page
  'throttled', // 429 with Retry-After: 1
  'gone', // the page does not exist, as that platform says it
  'error', // 503
  'broken', // an answer cut in the middle
  'changed', // well-formed, but another layout
  'loop', // the next page is always the same page again
  'short', // ends early: the counter says more than the list holds
  'empty', // a well-formed empty list while the counter still says what was there
  'refused', // the list is refused and every other road to it comes empty; the object's rating still speaks of reviews
  'side_throttled', // 429 on what is asked beside the list (name, counter); the list itself is well
] as const;

export type SandboxBehaviour = (typeof SANDBOX_BEHAVIOURS)[number];

export interface SandboxListing {
  readonly slug: string;
  /** What the platform calls the object in its URL: an app id, a domain, a firm id. */
  readonly key: string;
  name: string;
  behaviour: SandboxBehaviour;
  /** `behaviour` begins at this page of a visit (1 = the first), so that a list can fail in its middle. */
  behaviourFromPage: number;
  readonly reviews: SandboxReview[];
}

export interface SandboxRequest {
  readonly method: string;
  /** The platform's own address: its host name, whatever address the sandbox listens on. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a platform knows beside the one listing that it was asked for. */
export interface SandboxDesk {
  readonly replies: SandboxReplies;
  /** All listings of the platform. */
  readonly listings: () => readonly SandboxListing[];
}

/** What `seedDemo` makes for a platform. */
export interface SandboxDemo {
  readonly key: string;
  readonly name: string;
  readonly reviews: number;
  /** Ratings that authors give here, on the platform's own scale. */
  readonly ratings: readonly number[];
  readonly titles: boolean;
  readonly replies: boolean;
  readonly images: boolean;
}

export interface SandboxPlatform {
  readonly slug: string;
  readonly hosts: readonly string[];
  readonly demo: SandboxDemo;
  /** The id of the `serial`-th review, in the platform's own form; without it ids are nine-digit numbers. */
  reviewId?(serial: number): string;
  /** An address of the listing `key`, as a client would enter it. */
  pageUrl(key: string): string;
  /** The answer to one request; `listing(key)` is undefined where nobody made that listing. */
  answer(
    request: SandboxRequest,
    listing: (key: string) => SandboxListing | undefined,
    desk: SandboxDesk,
  ): SandboxAnswer;
}
