/**
 * The effect of a failed visit. It depends only on the class of the error.
 *
 *   CollectionIsOff        released: no attempt is counted
 *   Temporary, Throttled   three attempts within the run; also if our own database was unavailable
 *   Gone, Blocked, …       fails at once
 *   ten lasting failures   the link is frozen: visited weekly until a visit succeeds
 */
import {
  Blocked,
  DisallowedByRobots,
  RedirectedAway,
  RequestDelayed,
  SourceError,
  Temporary,
  Throttled,
  type ScrapeErrorCode,
} from '@libs/sources';
import { cleanText, isUnavailable } from '@libs/kernel';

export const MAX_ATTEMPTS = 3;
/** A link fails in this run after this many leases expired without a result, because the link may crash its workers. */
export const MAX_LEASES = 5;
export const FREEZE_AFTER = 10;

/** The abort reason of a visit that reached its time limit. */
export class VisitTooLong extends Error {}

/** A claimed link is not collected: its run link is dropped, for the reason `message`. */
export class NotCollected extends Error {
  constructor(reason = 'the link or its object was disabled or deleted') {
    super(reason);
  }
}

/** The operator has switched off the collection of the source. No request was sent; the links of the visit are released and wait. */
export class CollectionIsOff extends RequestDelayed {
  constructor() {
    super('the operator has switched off the collection of the source');
  }
}

const TEMPORARY_PAUSES_MS = [2_000, 10_000];
const THROTTLED_PAUSE_MS = 30_000;
/** After a longer `Retry-After` than this, the link fails in this run without another attempt. */
export const MAX_RETRY_AFTER_MS = 300_000;
const MAX_ERROR_LENGTH = 300;

/** The backoff before the next attempt in this run; null if this was the last. `attempt` counts from 1. */
export function retryPauseMs(error: unknown, attempt: number): number | null {
  if (attempt >= MAX_ATTEMPTS) return null;
  if (error instanceof Temporary || isUnavailable(error)) return TEMPORARY_PAUSES_MS[attempt - 1] ?? null;
  if (error instanceof Throttled) {
    const pause = error.retryAfterMs ?? THROTTLED_PAUSE_MS;
    return pause > MAX_RETRY_AFTER_MS ? null : pause;
  }
  return null;
}

/** The stable code of an error; `internal` for errors that are not part of the adapters' contract. */
export function scrapeErrorCode(error: unknown): ScrapeErrorCode {
  return error instanceof SourceError ? error.code : 'internal';
}

/** `scrape_error`: the code and a text. An unexpected error has a fixed text without details. */
export function scrapeErrorText(error: unknown): string {
  if (!(error instanceof SourceError)) return 'internal: the collection failed inside the service';
  return `${error.code}: ${cleanText(error.message).replace(/\s+/g, ' ').slice(0, MAX_ERROR_LENGTH)}`;
}

const LASTING: ReadonlySet<ScrapeErrorCode> = new Set([
  'page_not_found',
  'blocked',
  'credentials_rejected',
  'credentials_insufficient',
]);

/** How the error of a link begins that was not visited, because its source rests. */
export const RESTS_TEXT = 'the platform refused earlier visits';

/** The source is closed after refusals until `until`, so the link was not visited. */
export class SourceRests extends Blocked {
  constructor(until: Date) {
    super(`${RESTS_TEXT}; the next visit is possible after ${until.toISOString().slice(0, 19)}`);
  }
}

/** Whether the platform refused the visit. A redirect to another host is not a refusal, nor is a rule that the operator obeys. */
export function isRefusal(error: unknown): boolean {
  const isOwn = [RedirectedAway, DisallowedByRobots, SourceRests].some((kind) => error instanceof kind);
  return error instanceof Blocked && !isOwn;
}

/**
 * Failures that say something about one link and nothing about its platform: the address that a client typed, or the access that its
 * owner gave.
 */
export const OF_THE_LINK: ReadonlySet<string> = new Set<ScrapeErrorCode>([
  'page_not_found',
  'credentials_missing',
  'credentials_rejected',
  'credentials_insufficient',
]);

/** Whether a failure is expected to persist; ten such failures in a row freeze a link (contract §2.2). */
export function isLasting(code: ScrapeErrorCode): boolean {
  return LASTING.has(code);
}

/**
 * How a failure changes the link's count of lasting failures. `none` while its source is closed, so that a closure does not freeze
 * all links.
 */
export function failureKindOf(code: ScrapeErrorCode, wasVisited: boolean): 'lasting' | 'passing' | 'none' {
  if (!wasVisited) return 'none';
  return isLasting(code) ? 'lasting' : 'passing';
}
