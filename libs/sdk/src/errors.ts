import type { ERROR_STATUS, ErrorCode } from './generated/errors.gen';
import { rateLimitOf } from './rate-limit';

/** `unexpected_response` is a response that is not in the form of the API, such as the page of a proxy. */
export type HrevErrorCode = ErrorCode | 'unexpected_response';

type StatusOf<Code extends HrevErrorCode> = Code extends ErrorCode ? (typeof ERROR_STATUS)[Code] : number;

/** The parts of an error response. */
export interface ErrorParts<Code extends HrevErrorCode> {
  readonly status: StatusOf<Code>;
  readonly code: Code;
  /** `X-Request-Id` of the response: name it when you report a problem. Null if the response has none. */
  readonly requestId: string | null;
  /** Seconds of `Retry-After`, or of a 429 without it those of `RateLimit`; null if the response has none. */
  readonly retryAfter: number | null;
  /** The body: `{detail, code}`, or up to 2,000 characters of a body that is no JSON. */
  readonly details: unknown;
}

/**
 * The response of a request that was refused or failed. `code` is stable, and the message is for people. A newer service may send a
 * code that is not in `HrevErrorCode`: keep a default branch.
 */
export class HrevError<Code extends HrevErrorCode = HrevErrorCode> extends Error implements ErrorParts<Code> {
  override readonly name = 'HrevError';
  readonly status: StatusOf<Code>;
  readonly code: Code;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
  readonly details: unknown;

  constructor(message: string, parts: ErrorParts<Code>) {
    super(message);
    this.status = parts.status;
    this.code = parts.code;
    this.requestId = parts.requestId;
    this.retryAfter = parts.retryAfter;
    this.details = parts.details;
  }
}

/** The errors of the API as a union: a comparison of `code` also narrows `status`. */
export type AnyHrevError<Code extends HrevErrorCode = HrevErrorCode> = { [C in Code]: HrevError<C> }[Code];

/** Whether an error is a response of the API, and has one of the codes if there are any: `isHrevError(error, 'not_found')`. */
export function isHrevError<Code extends HrevErrorCode = HrevErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is AnyHrevError<Code> {
  if (!(error instanceof HrevError)) return false;
  return codes.length === 0 || codes.some((code) => code === error.code);
}

/**
 * There is no complete response: the connection failed or ended early. The service may have received the request. `cause` is the
 * error of `fetch`.
 */
export class HrevConnectionError extends Error {
  override readonly name: string = 'HrevConnectionError';
}

/** There was no complete response within `timeoutMs`. The service may have received the request. */
export class HrevTimeoutError extends HrevConnectionError {
  override readonly name = 'HrevTimeoutError';
}

const MAX_TEXT = 2_000;

/** The error of a response: of the API if its body is `{detail, code}`, otherwise `unexpected_response`. */
export function errorOf(request: string, response: Response, text: string): HrevError {
  const details = jsonOf(text) ?? text.slice(0, MAX_TEXT);
  const { status } = response;
  const requestId = response.headers.get('X-Request-Id');
  const waitSeconds = status === 429 ? (rateLimitOf(response)?.resetSeconds ?? null) : null;
  const retryAfter = secondsOf(response.headers.get('Retry-After')) ?? waitSeconds;
  const common = { requestId, retryAfter, details };
  const reference = requestId === null ? '' : `, request ${requestId}`;
  if (!response.ok && isErrorBody(details)) {
    const message = `${request}: ${details.detail} (${status} ${details.code}${reference})`;
    // The code and the status are those of the service; a newer one may know more.
    return new HrevError(message, { ...common, status, code: details.code } as ErrorParts<HrevErrorCode>);
  }
  const message = `${request}: the response is not of the API (${status}${reference})`;
  return new HrevError(message, { ...common, status, code: 'unexpected_response' });
}

function isErrorBody(body: unknown): body is { readonly detail: string; readonly code: string } {
  if (typeof body !== 'object' || body === null || !('detail' in body) || !('code' in body)) return false;
  return typeof body.detail === 'string' && typeof body.code === 'string';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Seconds of a `Retry-After`, which is a number of seconds or a date. */
function secondsOf(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1_000));
}
