/**
 * The notice to an account whose platform shows something else than the published reply, which the service keeps (contract §4.5;
 * ADR 17): the reply was changed or removed there, or could not be removed. It contains no texts of replies, because notices are
 * mailed.
 */
export interface ChangedReply {
  readonly reviewId: number;
  readonly objectId: number;
  /** Display name of the platform. */
  readonly platform: string;
  /** The account had removed the reply. */
  readonly isRemoval: boolean;
  /** The platform shows a reply. */
  readonly isShown: boolean;
}

export interface ChangeNotice {
  readonly kind: 'reply_changed';
  readonly subject: string;
  readonly body: string;
}

/** The most replies that a notice names. */
const MAX_NAMED_REPLIES = 50;

/** One notice for all replies that a run found, at least one. */
export function changeNotice(replies: readonly ChangedReply[]): ChangeNotice {
  const [first] = replies;
  const subject =
    first !== undefined && replies.length === 1
      ? `The reply to review ${first.reviewId} was changed on ${first.platform}`
      : `${replies.length} replies were changed on their platforms`;
  const left = replies.length - MAX_NAMED_REPLIES;
  return {
    kind: 'reply_changed',
    subject,
    body: [
      ...replies.slice(0, MAX_NAMED_REPLIES).map(sentence),
      ...(left > 0 ? [`${left} more are not named here.`] : []),
      'The service shows what the platform shows and leaves it so. To publish or remove a reply again, order it again.',
    ].join('\n'),
  };
}

function sentence({ reviewId, objectId, platform, isRemoval, isShown }: ChangedReply): string {
  const review = `review ${reviewId} of object ${objectId}`;
  if (isRemoval) return `${platform} still shows the reply to ${review}, which was removed more than once.`;
  return isShown
    ? `${platform} shows another reply to ${review} than the one that was published.`
    : `${platform} shows no reply to ${review} any more.`;
}
