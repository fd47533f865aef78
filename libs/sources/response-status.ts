/** Maps response statuses and failed requests to the errors of a visit (source-errors.ts), for plain HTTP and rendered pages. */
import { EgressError } from '@libs/egress';
import { Blocked, Changed, Gone, RedirectedAway, SourceError, Temporary, Throttled } from './source-errors';

const MAX_RETRY_AFTER_MS = 3_600_000;

/** Returns the error for a status outside 2xx. `now` (ms since 1970) is needed for a `Retry-After` that is a date. */
export function statusError(status: number, retryAfter: string | undefined, slug: string, now: number): SourceError {
  const message = `${slug} answered ${status}`;
  switch (status) {
    case 404:
    case 410:
      return new Gone(message);
    case 401:
    case 403:
    case 451:
      return new Blocked(message);
    case 429:
      return new Throttled(message, retryAfterMs(retryAfter, now));
    case 408:
      return new Temporary('timeout', message);
    default:
      return status >= 500 && status <= 599 ? new Temporary('network', message) : new Changed(message);
  }
}

/** Parses `Retry-After` (seconds or an HTTP date) into milliseconds from 0 to one hour; null if it is absent or invalid. */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  const delayMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(delayMs) ? null : Math.min(Math.max(delayMs, 0), MAX_RETRY_AFTER_MS);
}

/** Converts an `EgressError` to the error of the visit; returns other errors unchanged. */
export function sourceErrorOf(error: unknown): unknown {
  if (!(error instanceof EgressError)) return error;
  switch (error.kind) {
    case 'refused':
      return new RedirectedAway(error.message);
    case 'too_large':
      return new Changed(error.message);
    case 'timeout':
      return new Temporary('timeout', error.message, { cause: error });
    case 'network':
      return new Temporary('network', error.message, { cause: error });
    case 'aborted':
    case 'withheld':
      return visitStopped(error);
  }
}

/** The error of a visit whose signal was aborted. */
export function visitStopped(cause?: unknown): Temporary {
  return new Temporary('timeout', 'The visit was stopped', { cause });
}

/** `retryAfter` is the `Retry-After` header, if the browser reports it. */
export interface PageStatus {
  readonly status: number;
  readonly retryAfter?: string | null;
}

/**
 * The error for the status of a rendered page, or null if the page can be read. `platform` is the name in the message. `SourceBrowser`
 * leaves this to the adapter, because some platforms send a regular page with an error status.
 */
export function pageError(platform: string, { status, retryAfter }: PageStatus): SourceError | null {
  if (status >= 200 && status < 300) return null;
  return statusError(status, retryAfter ?? undefined, platform, Date.now());
}
