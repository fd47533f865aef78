/**
 * What the status of a rendered page means. `SourceBrowser` leaves that to the adapter, because some platforms say with a
 * page of theirs what they mean; the classes are the same as those of plain HTTP.
 */
import { errorOfStatus } from './answer-status';
import type { SourceError } from './source-errors';

/** The error a status stands for, or null where the page may be read. `platform` names it to people. */
export function pageFault(platform: string, status: number): SourceError | null {
  return status >= 200 && status < 300 ? null : errorOfStatus(status, undefined, platform, 0);
}
