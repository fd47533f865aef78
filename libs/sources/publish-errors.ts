/**
 * The ways a call to a platform's reply interface fails, named by what the machine shall do about it. A reply stands in
 * public, so the one question that matters is whether the platform may hold it already (contract §4.5):
 *
 *   TextRejected     the platform does not take this text          failed, the client writes another
 *   AccessRevoked    the credentials are no longer taken           failed, somebody connects again
 *   CardNotYours     the credentials are good, the card is foreign failed, somebody connects the right card
 *   ReviewGone       the review is not there any more              failed for good
 *   NotSent          nothing was done: proven                      tried again, after `retryAfterMs`
 *   TooLate          the same, as the caller may act no more       tried again by whoever may, and counts as no try
 *   OutcomeUnknown   the platform may have done it                 read back before anything is sent again
 *   PlatformRefused  any other answer                              failed
 *
 * The message is shown to clients: it names the platform and what it answered, and holds no secret, no address with a
 * secret in it and nothing of what was sent.
 */
export abstract class PublishError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

export class TextRejected extends PublishError {}

export class AccessRevoked extends PublishError {}

export class CardNotYours extends PublishError {}

export class ReviewGone extends PublishError {}

/** Nothing reached the platform, or it said that it did nothing (429, 503 with `Retry-After`). */
export class NotSent extends PublishError {
  /** `retryAfterMs`: what the platform asked for, or null. */
  constructor(
    message: string,
    readonly retryAfterMs: number | null = null,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** The caller's right to change anything had ended when the request was about to leave: it was not written. */
export class TooLate extends NotSent {}

export class OutcomeUnknown extends PublishError {}

export class PlatformRefused extends PublishError {}
