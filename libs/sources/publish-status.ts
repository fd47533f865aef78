/**
 * What an answer outside 2xx means for a reply, where platforms agree. Each publisher says itself what its own refusals
 * mean and asks here for the rest.
 *
 *   429, 408, 503 with Retry-After   the platform says that it did nothing
 *   400, 413, 422                    the text (only of a request that carried one)
 *   401                              the credentials
 *   403                              the card
 *   404, 410                         the review
 *   other 5xx                        nobody knows; of a request that only reads: nothing was done
 *   anything else                    refused
 */
import { retryAfterMs } from './answer-status';
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
import type { SourceResponse } from './source-http';

export interface AnswerContext {
  /** Names the platform to people. */
  readonly platform: string;
  /** What the request was: one that carried a text, one that changed something else, one that only asked. */
  readonly carried: 'text' | 'change' | 'question';
  /** The platform's own words about a refusal; shown to the client, so nothing of the request may be in it. */
  readonly detail?: string | null;
}

const MAX_DETAIL = 300;

export const isSuccess = ({ status }: Pick<SourceResponse, 'status'>): boolean => status >= 200 && status <= 299;

/** The error that a status outside 2xx stands for. */
export function publishFailure(
  answer: Pick<SourceResponse, 'status' | 'headers'>,
  context: AnswerContext,
): PublishError {
  const { status, headers } = answer;
  const { carried } = context;
  const said = sentence(status, context);
  const wait = retryAfterMs(headers['retry-after'], Date.now());
  if (status === 429 || status === 408 || (status === 503 && wait !== null)) return new NotSent(said, wait);
  if (status >= 500 && status <= 599) return carried === 'question' ? new NotSent(said) : new OutcomeUnknown(said);
  return refusal(status, said, carried);
}

function refusal(status: number, said: string, carried: AnswerContext['carried']): PublishError {
  switch (status) {
    case 400:
    case 413:
    case 422:
      return carried === 'text' ? new TextRejected(said) : new PlatformRefused(said);
    case 401:
      return new AccessRevoked(said);
    case 403:
      return new CardNotYours(said);
    case 404:
    case 410:
      return new ReviewGone(said);
    default:
      return new PlatformRefused(said);
  }
}

function sentence(status: number, { platform, detail }: AnswerContext): string {
  const words = (detail ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_DETAIL);
  return words === '' ? `${platform} answered ${status}` : `${platform} answered ${status}: ${words}`;
}
