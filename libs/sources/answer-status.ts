/** What statuses and failed requests mean for a visit (source-errors.ts); the same for plain HTTP and for rendered pages. */
import { EgressError } from '@libs/egress';
import { Blocked, Changed, Gone, LedAway, SourceError, Temporary, Throttled } from './source-errors';

const MAX_RETRY_AFTER_MS = 3_600_000;

/** The error that a status outside 2xx stands for. `now` resolves a `Retry-After` that is a date. */
export function errorOfStatus(status: number, retryAfter: string | undefined, slug: string, now: number): SourceError {
  const answered = `${slug} answered ${status}`;
  switch (status) {
    case 404:
    case 410:
      return new Gone(answered);
    case 401:
    case 403:
    case 451:
      return new Blocked(answered);
    case 429:
      return new Throttled(answered, retryAfterMs(retryAfter, now));
    case 408:
      return new Temporary('timeout', answered);
    default:
      return status >= 500 && status <= 599 ? new Temporary('network', answered) : new Changed(answered);
  }
}

/** `Retry-After` in milliseconds, seconds or HTTP date, never below 0 nor above an hour; null where it says nothing. */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS);
}

/** A failed request as the visit's error; what is none of ours comes back unchanged. */
export function sourceErrorOf(error: unknown): unknown {
  if (!(error instanceof EgressError)) return error;
  switch (error.kind) {
    case 'refused':
      return new LedAway(error.message);
    case 'too_large':
      return new Changed(error.message);
    case 'timeout':
      return new Temporary('timeout', error.message, { cause: error });
    case 'network':
      return new Temporary('network', error.message, { cause: error });
    case 'aborted':
    case 'withheld':
      return stopped(error);
  }
}

/** The visit itself was stopped: its signal was aborted. */
export function stopped(cause?: unknown): Temporary {
  return new Temporary('timeout', 'The visit was stopped', { cause });
}
