/**
 * Maps the status of a rendered page to an error of the class that plain HTTP uses. `SourceBrowser` leaves this to the adapter,
 * because some platforms send a regular page with an error status.
 */
import { statusError } from './response-status';
import type { SourceError } from './source-errors';

/** `retryAfter` is the `Retry-After` header, if the browser reports it. */
export interface PageStatus {
  readonly status: number;
  readonly retryAfter?: string | null;
}

/** The error for a page's status, or null if the page can be read. `platform` is the name in the message. */
export function pageError(platform: string, { status, retryAfter }: PageStatus): SourceError | null {
  if (status >= 200 && status < 300) return null;
  return statusError(status, retryAfter ?? undefined, platform, Date.now());
}
