import type { AppError } from '@libs/kernel';
import type { Request } from 'express';

/**
 * A request to hrev: the Express request, and the properties that middleware, guards and interceptors set. `caller` is set once the
 * API key or the session of the request is recognized.
 */
export interface ApiRequest extends Request {
  /** The client's `X-Request-Id`, or a new id. */
  requestId?: string;
  /** Value of `performance.now()` when the request arrived. */
  startedAtMs?: number;
  /** It waits for something to happen, so that its duration says nothing about the service. */
  isWait?: boolean;
  /** The bytes of the body, once read. */
  rawBody?: Buffer;
  /** The path has malformed percent-encoding; refused after the key is checked (contract §1.3, order of checks). */
  brokenPath?: boolean;
  /** The error that the response states. */
  refusal?: AppError;
  /** `keyId` is null for a session. */
  caller?: { readonly accountId: number; readonly keyId: number | null };
}
