/**
 * What the status of a rendered page means; `SourceBrowser` leaves that to the adapter, unlike `SourceHttp`. The classes
 * are the same as those of `SourceHttp`.
 */
import { Blocked, Changed, Gone, Temporary, Throttled, type SourceError } from './source-errors';

/** The error a status stands for, or null where the page may be read. `platform` names it to people. */
export function pageFault(platform: string, status: number): SourceError | null {
  if (status >= 200 && status < 300) return null;
  if (status === 404 || status === 410) return new Gone(`${platform} has no such page (${status})`);
  if (status === 401 || status === 403 || status === 451)
    return new Blocked(`${platform} refused the page (${status})`);
  if (status === 429) return new Throttled(`${platform} asked to slow down`);
  if (status === 408 || status >= 500) return new Temporary('network', `${platform} answered ${status}`);
  return new Changed(`${platform} answered ${status}`);
}
