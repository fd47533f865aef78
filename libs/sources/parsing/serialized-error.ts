/**
 * Serializes errors of a parsing thread. A structured clone of an error loses its class, which the service depends on
 * (`source-errors.ts`), so the class is sent as a name.
 */
import { Blocked, Changed, Gone, RedirectedAway, Temporary, Throttled, Unavailable } from '../source-errors';

export type SerializedError =
  | { readonly type: 'gone' | 'blocked' | 'redirected_away' | 'changed'; readonly message: string }
  | { readonly type: 'throttled'; readonly message: string; readonly retryAfterMs: number | null }
  | { readonly type: 'temporary'; readonly message: string; readonly code: Temporary['code'] }
  | { readonly type: 'unavailable'; readonly message: string; readonly code: Unavailable['code'] }
  | { readonly type: 'fault'; readonly message: string; readonly stack: string | undefined };

/** Converts an error to plain data. Any other error than a `SourceError` is a bug and keeps its stack for the log. */
export function serializeError(error: unknown): SerializedError {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Gone) return { type: 'gone', message };
  if (error instanceof RedirectedAway) return { type: 'redirected_away', message };
  if (error instanceof Blocked) return { type: 'blocked', message };
  if (error instanceof Changed) return { type: 'changed', message };
  if (error instanceof Throttled) return { type: 'throttled', message, retryAfterMs: error.retryAfterMs };
  if (error instanceof Temporary) return { type: 'temporary', message, code: error.code };
  if (error instanceof Unavailable) return { type: 'unavailable', message, code: error.code };
  return { type: 'fault', message, stack: error instanceof Error ? error.stack : undefined };
}

/** Restores the error with its class. */
export function restoreError(error: SerializedError): Error {
  switch (error.type) {
    case 'gone':
      return new Gone(error.message);
    case 'blocked':
      return new Blocked(error.message);
    case 'redirected_away':
      return new RedirectedAway(error.message);
    case 'changed':
      return new Changed(error.message);
    case 'throttled':
      return new Throttled(error.message, error.retryAfterMs);
    case 'temporary':
      return new Temporary(error.code, error.message);
    case 'unavailable':
      return new Unavailable(error.code, error.message);
    case 'fault':
      return Object.assign(new Error(error.message), { stack: error.stack });
  }
}
