import type { Request } from 'express';

/** What the service knows about a request besides what Express does. Filled step by step by the guards and interceptors. */
export interface KeyedRequest extends Request {
  /** The caller's `X-Request-Id`, or one of ours. */
  requestId?: string;
  /** `process.hrtime` in milliseconds when the request arrived. */
  startedAtMs?: number;
  /** The bytes of the body, once read. */
  rawBody?: Buffer;
  /** The path had broken percent-encoding; told only after the key was checked (contract §1.3, order of checks). */
  brokenPath?: boolean;
  /** Who calls; set by the access guard. */
  caller?: { readonly accountId: number; readonly keyId: number };
}
