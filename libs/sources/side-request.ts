/**
 * Requests beside the list of reviews: a name, a counter, a rating. Platforms limit them on their own, and a visit that has
 * reviews in hand must not lose them because such a request was throttled, refused or unreadable.
 */
import { SourceError } from './source-errors';

/**
 * What the platform answered, or null where the request failed in any of the ways of `source-errors.ts`. Throws where the visit
 * itself was stopped (`signal`), and what is no `SourceError`.
 */
export async function sideRequest<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    if (signal.aborted || !(error instanceof SourceError)) throw error;
    return null;
  }
}
