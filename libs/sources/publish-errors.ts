/**
 * Errors of calls to a platform's reply API. The class determines the reaction of the service, and whether the platform may
 * have stored the reply (contract §4.5):
 *
 *   TextRejected     the platform rejects this text             failed; the client writes another text
 *   AccessRevoked    the credentials are no longer accepted     failed; the client connects again
 *   AccessInsufficient  as AccessRevoked: accepted, but their plan does not include the reviews
 *   CardNotYours     the credentials do not cover the card      failed; the client connects the right card
 *   ReviewGone       the review no longer exists                failed permanently
 *   NotSent          not stored                                 retried after `retryAfterMs`
 *   TooLate          not sent, the caller's lease had expired   retried by the next lease holder; not counted as an attempt
 *   OutcomeUnknown   possibly stored                            read back before another request is sent
 *   ApiClosed        the operator's project has no access       failed; the credentials are not rejected
 *   PlatformRefused  any other response                         failed
 *
 * The message is shown to clients. It names the platform and its response, and contains no secret, no URL with a secret and no
 * part of the request.
 */
import { retryAfterMs } from './response-status';
import type { PublishResponse } from './source-http';

export abstract class PublishError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

export class TextRejected extends PublishError {}

export class AccessRevoked extends PublishError {}

/** The platform accepts the credentials, but their plan or their permissions do not include what the connection is for. */
export class AccessInsufficient extends AccessRevoked {}

export class CardNotYours extends PublishError {}

/** An error that revokes the connection: the platform refuses the credentials, or refuses them for this card. */
export type AccessRefusal = AccessRevoked | CardNotYours;

export function isAccessRefusal(error: unknown): error is AccessRefusal {
  return error instanceof AccessRevoked || error instanceof CardNotYours;
}

export class ReviewGone extends PublishError {}

/** The request did not reach the platform, or the platform did not process it (429, 503 with `Retry-After`). */
export class NotSent extends PublishError {
  /** `retryAfterMs`: the delay that the platform requested, or null. */
  constructor(
    message: string,
    readonly retryAfterMs: number | null = null,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** The caller's lease had expired when the request was about to be written, so it was not sent. */
export class TooLate extends NotSent {}

export class OutcomeUnknown extends PublishError {}

export class PlatformRefused extends PublishError {}

/** The platform has not opened its API for the project of the OAuth client, or the project has not enabled it. */
export class ApiClosed extends PlatformRefused {}

export interface FailureContext {
  /** Display name of the platform. */
  readonly platform: string;
  /** Whether the request contained a text, changed other data, or only read. */
  readonly requestKind: 'text' | 'change' | 'read';
  /** The platform's message about a refusal. It is shown to the client, so it must not contain any part of the request. */
  readonly detail?: string | null;
}

const MAX_DETAIL = 300;

export const isSuccess = ({ status }: Pick<PublishResponse, 'status'>): boolean => status >= 200 && status <= 299;

/**
 * Returns the error of a reply call for a status outside 2xx. A publisher handles the statuses with a special meaning first and calls
 * this function for the others.
 *
 *   429, 408, 503 with Retry-After   not processed
 *   400, 413, 422                    the text is rejected (if the request contained a text)
 *   401                              the credentials are rejected
 *   403                              no access to the card
 *   404, 410                         the review does not exist
 *   other 5xx                        unknown; not processed if the request only reads
 *   other                            refused
 */
export function publishFailure(
  response: Pick<PublishResponse, 'status' | 'headers'>,
  context: FailureContext,
): PublishError {
  const { status, headers } = response;
  const { requestKind } = context;
  const message = messageOf(status, context);
  const delayMs = retryAfterMs(headers['retry-after'], Date.now());
  if (status === 429 || status === 408 || (status === 503 && delayMs !== null)) return new NotSent(message, delayMs);
  if (status >= 500 && status <= 599)
    return requestKind === 'read' ? new NotSent(message) : new OutcomeUnknown(message);
  return refusal(status, message, requestKind);
}

function refusal(status: number, message: string, requestKind: FailureContext['requestKind']): PublishError {
  switch (status) {
    case 400:
    case 413:
    case 422:
      return requestKind === 'text' ? new TextRejected(message) : new PlatformRefused(message);
    case 401:
      return new AccessRevoked(message);
    case 403:
      return new CardNotYours(message);
    case 404:
    case 410:
      return new ReviewGone(message);
    default:
      return new PlatformRefused(message);
  }
}

function messageOf(status: number, { platform, detail }: FailureContext): string {
  const text = (detail ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_DETAIL);
  return text === '' ? `${platform} answered ${status}` : `${platform} answered ${status}: ${text}`;
}
