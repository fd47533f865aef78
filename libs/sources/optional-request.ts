/**
 * Requests for further data, such as the name, a counter or a rating. Platforms limit them separately, and a visit must not lose
 * its reviews because such a request is throttled or refused, or its response is unreadable.
 */
import { SourceError } from './source-errors';

/**
 * Returns the result of `request`, or null if it fails with a `SourceError`. Rethrows other errors, and every error after
 * `signal` is aborted.
 */
export async function optionalRequest<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    if (signal.aborted || !(error instanceof SourceError)) throw error;
    return null;
  }
}
