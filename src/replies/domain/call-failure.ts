/** What it means for a reply that a call to the platform failed. */
import { PlatformRefused, PublishError, ReviewGone, TextRejected } from '@libs/sources';
import type { ReplyFailure } from './reply';

/** The abort reason of a call that took too long. */
export class CallTookTooLong extends Error {
  constructor() {
    super('the call took too long');
    this.name = 'CallTookTooLong';
  }
}

/**
 * Whether a call was aborted because the process stops or the lease is lost. Then its failure says nothing about the platform; that of a
 * call that took too long does.
 */
export function isInterrupted({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof CallTookTooLong);
}

/** The failure of a refused request; null if its outcome is unknown. */
export function replyFailureOf(error: unknown): ReplyFailure | null {
  if (error instanceof TextRejected) return 'text_rejected';
  if (error instanceof ReviewGone) return 'review_gone';
  if (error instanceof PlatformRefused) return 'platform_error';
  return null;
}

/** The reason that clients read. Publishers throw no other errors than `PublishError`; the text of another one may contain anything. */
export const messageOf = (error: unknown): string =>
  error instanceof PublishError ? error.message : 'an unexpected error';
