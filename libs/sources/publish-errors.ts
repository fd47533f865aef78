/**
 * Errors of calls to a platform's reply interface. The class determines the reaction of the service, and whether the platform may
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

/** The platform has not opened its interface for the project of the OAuth client, or the project has not enabled it. */
export class ApiClosed extends PlatformRefused {}
