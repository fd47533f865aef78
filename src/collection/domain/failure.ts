/**
 * What a failed visit leads to. The class of the error decides, never its message (architecture: platform errors say
 * what the machine shall do).
 *
 *   Temporary, Throttled   tried again within the run, three times in all; so is what our own database's absence cut off
 *   Gone, Blocked, …       failed at once
 *   ten lasting failures   the link is frozen: tried weekly until it thaws
 */
import { SourceError, Temporary, Throttled, type ScrapeErrorCode } from '@libs/sources';
import { cleanText, isUnavailable } from '@libs/kernel';

const MOST_ATTEMPTS = 3;
/** A link whose worker died this often is given up for this run: it may be what kills them. */
export const MOST_LEASES = 5;
export const FREEZE_AFTER = 10;

const TEMPORARY_PAUSES_MS = [2_000, 10_000];
const THROTTLED_PAUSE_MS = 30_000;
/** A platform that asks for more patience than this is left alone for this run. */
export const MOST_PATIENCE_MS = 300_000;
const LONGEST_TAIL = 300;

/** The wait before the next attempt in this run, or null if this was the last. `attempt` counts from 1. */
export function retryPauseMs(error: unknown, attempt: number): number | null {
  if (attempt >= MOST_ATTEMPTS) return null;
  if (error instanceof Temporary || isUnavailable(error)) return TEMPORARY_PAUSES_MS[attempt - 1] ?? null;
  if (error instanceof Throttled) {
    const pause = error.retryAfterMs ?? THROTTLED_PAUSE_MS;
    return pause > MOST_PATIENCE_MS ? null : pause;
  }
  return null;
}

/** The stable code of what ended a visit; what no adapter may throw is `internal`. */
export function scrapeErrorCode(error: unknown): ScrapeErrorCode {
  return error instanceof SourceError ? error.code : 'internal';
}

/** Code and human tail as clients see them in `scrape_error`. An unexpected error shows nothing of itself. */
export function scrapeErrorText(error: unknown): string {
  if (!(error instanceof SourceError)) return 'internal: the collection failed inside the service';
  return `${error.code}: ${cleanText(error.message).replace(/\s+/g, ' ').slice(0, LONGEST_TAIL)}`;
}

/** Failures that waiting does not mend; ten in a row freeze a link (contract §2.2). */
export function isLasting(code: ScrapeErrorCode): boolean {
  return code === 'page_not_found' || code === 'blocked' || code === 'credentials_rejected';
}

/** What a failure says of the link: nothing where its source was closed, so that one long refusal does not freeze all links. */
export function bearingOf(code: ScrapeErrorCode, wasAsked: boolean): 'lasting' | 'passing' | 'none' {
  if (!wasAsked) return 'none';
  return isLasting(code) ? 'lasting' : 'passing';
}
