/**
 * What the status of a rendered page means. `SourceBrowser` leaves that to the adapter, because some platforms say with a
 * page of theirs what they mean; the classes are the same as those of plain HTTP.
 */
import { errorOfStatus } from './answer-status';
import type { SourceError } from './source-errors';

/** What is looked at; `retryAfter` is the header of that name, where the browser tells it. */
export interface PageStatus {
  readonly status: number;
  readonly retryAfter?: string | null;
}

/** The error a page's status stands for, or null where the page may be read. `platform` names it to people. */
export function pageFault(platform: string, { status, retryAfter }: PageStatus): SourceError | null {
  if (status >= 200 && status < 300) return null;
  return errorOfStatus(status, retryAfter ?? undefined, platform, Date.now());
}
