/**
 * Errors of a visit. The class determines the reaction of the service and the retry policy; the message does not. Each class has
 * the stable code of `scrape_error` (contract §2.2). The message is for people and must contain no secret, no stack and no path
 * of the server.
 *
 *   Gone            the page does not exist         failed; ten in a row freeze the link
 *   Blocked         captcha, login wall, refusal    failed; the source's circuit opens; never evaded
 *   RedirectedAway  redirected to a foreign host    as Blocked, but only for this link
 *   DisallowedByRobots  robots.txt, if it is obeyed  as RedirectedAway; no request was sent
 *   Throttled       rate-limited by the platform    no request for `retryAfterMs`, then retried
 *   RequestDelayed  rate-limited by the service     as Throttled; no request was sent
 *   Changed         the response cannot be parsed   failed, alarm; no review is marked deleted
 *   Temporary       network, timeout, 5xx           retried soon
 *   Unavailable     no browser, no credentials, or  failed until a person acts
 *                   credentials that do not suffice
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
  | 'credentials_insufficient'
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
 * A redirect or link led to a host that is not the platform's, or to a forbidden address. It fails the link like `Blocked`, but
 * does not affect other links, because the platform did not refuse the request.
 */
export class RedirectedAway extends Blocked {}

/**
 * robots.txt does not allow the page, and the operator obeys it. No request for the page was sent, so other links are not affected, as with
 * `RedirectedAway`.
 */
export class DisallowedByRobots extends Blocked {}

export class Throttled extends SourceError {
  readonly code = 'rate_limited';

  /** `retryAfterMs`: the delay that the platform requested, or null. */
  constructor(
    message: string,
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }
}

/** No request was sent, because the service's rate limit for the source is reached; the remaining time is known. */
export class RequestDelayed extends Throttled {
  /** `isOfAccount`: the limit is that of the account of the visit; requests of other accounts may be sent. */
  constructor(
    message: string,
    retryAfterMs: number | null = null,
    readonly isOfAccount = false,
  ) {
    super(message, retryAfterMs);
  }
}

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
    readonly code: Extract<ScrapeErrorCode, `credentials_${string}` | 'browser_unavailable'>,
    message: string,
  ) {
    super(message);
  }
}
