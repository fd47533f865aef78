/**
 * The ways a visit fails, named by what the machine shall do about it. Retry policy reads the class, never the message.
 * Each carries the stable code that clients see in `scrape_error` (contract §2.2); the message is its human tail and must
 * hold no secret, no stack and no path of the server.
 *
 *   Gone         the page does not exist            failed, lasting; ten in a row freeze the link
 *   Blocked      captcha, login wall, refusal       failed; the source's circuit opens; nothing is evaded
 *   LedAway      a Blocked that is not the platform's answer: only the link fails
 *   Throttled    told to slow down                  nothing is asked for `retryAfterMs`, the link is tried again
 *   HeldBack     a Throttled that is our own: the platform was not asked
 *   Changed      the answer no longer parses        failed, alarm; no review is marked deleted
 *   Temporary    network, time-out, 5xx             tried again soon
 *   Unavailable  something is missing on our side   failed until an operator acts (browser, credentials)
 */
export type ScrapeErrorCode =
  | 'page_not_found'
  | 'blocked'
  | 'rate_limited'
  | 'timeout'
  | 'network'
  | 'parse_error'
  | 'credentials_missing'
  | 'credentials_rejected'
  | 'browser_unavailable'
  | 'internal';

export abstract class SourceError extends Error {
  abstract readonly code: ScrapeErrorCode;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

export class Gone extends SourceError {
  readonly code = 'page_not_found';
}

export class Blocked extends SourceError {
  readonly code = 'blocked';
}

/**
 * The visit was led away from the platform's own hosts, or to an address that nothing may be asked of. A refusal like `Blocked`
 * for the link, and no answer of the platform: it says nothing of other links.
 */
export class LedAway extends Blocked {}

export class Throttled extends SourceError {
  readonly code = 'rate_limited';

  /** `retryAfterMs`: what the platform asked for, or null. */
  constructor(
    message: string,
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }
}

/** Nothing was asked: the service holds itself back, for a time that it knows already. */
export class HeldBack extends Throttled {}

export class Changed extends SourceError {
  readonly code = 'parse_error';
}

export class Temporary extends SourceError {
  constructor(
    readonly code: 'timeout' | 'network',
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

export class Unavailable extends SourceError {
  constructor(
    readonly code: 'credentials_missing' | 'credentials_rejected' | 'browser_unavailable',
    message: string,
  ) {
    super(message);
  }
}
