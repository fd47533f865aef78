/**
 * Requests in addition to the list of reviews: a name, a counter, a rating. Platforms limit them separately, and a visit must not
 * lose its reviews because such a request is throttled, refused or unreadable.
 */
import { SourceError } from './source-errors';

/**
 * Returns the result of `request`, or null if it fails with a `SourceError`. Rethrows other errors, and every error after
 * `signal` is aborted.
 */
export async function sideRequest<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    if (signal.aborted || !(error instanceof SourceError)) throw error;
    return null;
  }
}
