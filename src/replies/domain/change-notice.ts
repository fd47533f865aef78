/**
 * The notice that a platform shows another reply than the published one, or none, and that the service does not change this (contract
 * §4.5; ADR 17). The reply was changed or removed on the platform, or could not be removed. The notice contains no texts of replies,
 * because notices are mailed.
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
  /** Screen of the review in the console; for several, the list of reviews. */
  readonly path: string;
}

/** The most replies that a notice lists. */
const MAX_NAMED_REPLIES = 50;

/** Returns one notice for all changed replies that runs found together, at least one. */
export function changeNotice(replies: readonly ChangedReply[]): ChangeNotice {
  const [first] = replies;
  const subject =
    first !== undefined && replies.length === 1
      ? `The reply to review ${first.reviewId} was changed on ${first.platform}`
      : `${replies.length} replies were changed on their platforms`;
  const omitted = replies.length - MAX_NAMED_REPLIES;
  return {
    kind: 'reply_changed',
    subject,
    body: [
      ...replies.slice(0, MAX_NAMED_REPLIES).map(sentence),
      ...(omitted > 0 ? [`${omitted} more are not named here.`] : []),
      'The service does not change the replies on the platform. To publish or remove a reply again, order it again.',
    ].join('\n'),
    path: first !== undefined && replies.length === 1 ? `reviews/${first.reviewId}` : 'reviews',
  };
}

function sentence({ reviewId, objectId, platform, isRemoval, isShown }: ChangedReply): string {
  const review = `review ${reviewId} of object ${objectId}`;
  if (isRemoval) return `${platform} still shows the reply to ${review}, which was removed more than once.`;
  return isShown
    ? `${platform} shows another reply to ${review} than the one that was published.`
    : `${platform} shows no reply to ${review} any more.`;
}
