/**
 * Maps a status outside 2xx to an error of a reply call. A publisher handles the statuses with a special meaning first and calls
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
import { retryAfterMs } from './response-status';
import {
  AccessRevoked,
  CardNotYours,
  NotSent,
  OutcomeUnknown,
  PlatformRefused,
  ReviewGone,
  TextRejected,
  type PublishError,
} from './publish-errors';
import type { PublishResponse } from './source-http';

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

/** Returns the error for a status outside 2xx. */
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
