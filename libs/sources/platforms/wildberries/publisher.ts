/**
 * Publishes replies through Wildberries' API for sellers: `POST` publishes, `PATCH` replaces, once within 60 days. Replies cannot be
 * deleted. Wildberries checks some replies before it shows them.
 *
 * The API does not check the id of the review in a write request, so the review is read before. It is read again afterwards, because
 * the response to a write has no state.
 */
import { cleanTextOrNull } from '@libs/kernel';
import { isSuccess, OutcomeUnknown, PlatformRefused, PublishError, ReviewGone } from '../../publish-errors';
import type { ReplyOnPlatform, PublishResult, PublishTools, ReplyPublisher, ReviewAddress } from '../../publisher';
import type { PublishResponse } from '../../source-http';
import { ANSWER_URL, call, failureOf, reviewUrl, singleShape, type SellerReview } from './seller-api';

/** Known from public clients; shorter replies than 2 characters are refused. */
export const REPLY_MAX_CHARACTERS = 5_000;
/** The statuses of a review that does not exist. The documentation names 422 only. */
const MISSING: readonly number[] = [404, 422];

export const publisher: ReplyPublisher = {
  canReplace: true,
  canDelete: false,
  // The state of a reply can be read.
  moderated: false,
  needsReviewText: false,

  async publish(review: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult> {
    const found = await requestReview(review, tools);
    if (found === null) throw new ReviewGone('Wildberries no longer has the review');
    const hasReply = replyIn(found).kind !== 'none';
    if (hasReply && found.answer?.editable === false)
      throw new PlatformRefused('Wildberries lets a reply be changed once within 60 days');
    const response = await call(tools, ANSWER_URL, {
      method: hasReply ? 'PATCH' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: review.externalId, text }),
    });
    if (!isSuccess(response)) throw failureOf(response, { requestKind: 'text' });
    refuseGarbled(response);
    return stateOf(review, text, tools);
  },

  remove(): Promise<void> {
    return Promise.reject(new PlatformRefused('Wildberries has no interface to delete a reply'));
  },

  async readBack(review: ReviewAddress, tools: PublishTools): Promise<ReplyOnPlatform> {
    const found = await requestReview(review, tools);
    return found === null ? { kind: 'review_gone' } : replyIn(found);
  },
};

/** Requests the review; null if it does not exist. */
async function requestReview({ externalId }: ReviewAddress, tools: PublishTools): Promise<SellerReview | null> {
  const response = await call(tools, reviewUrl(externalId));
  if (MISSING.includes(response.status)) return null;
  if (!isSuccess(response)) throw failureOf(response, { requestKind: 'read' });
  const result = singleShape.safeParse(response.json());
  if (!result.success) throw new PlatformRefused('Wildberries returned the review in an unexpected format');
  return result.data.data ?? null;
}

/** Throws `OutcomeUnknown` for a page instead of an empty response (204), which is documented, or JSON. */
function refuseGarbled(response: PublishResponse): void {
  if (response.body.trim() === '') return;
  const { error } = (response.json() ?? {}) as { readonly error?: unknown };
  if (error === true) throw new OutcomeUnknown('Wildberries returned an error in the response to the reply');
}

/** Whether a reply that Wildberries has accepted is public. The accepted reply is not lost if that cannot be read. */
async function stateOf(review: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult> {
  try {
    const found = await requestReview(review, tools);
    const reply = found === null ? null : replyIn(found);
    const isPublic = reply?.kind === 'found' && reply.state === 'published' && reply.text === cleanTextOrNull(text);
    return isPublic ? { kind: 'published', at: null } : { kind: 'accepted' };
  } catch (error) {
    if (error instanceof PublishError) return { kind: 'accepted' };
    throw error;
  }
}

const STATES: Readonly<Record<string, 'published' | 'pending' | 'rejected'>> = {
  wbRu: 'published',
  reviewRequired: 'pending',
  rejected: 'rejected',
};

function replyIn({ answer }: SellerReview): ReplyOnPlatform {
  const text = cleanTextOrNull(answer?.text);
  if (text === null) return { kind: 'none' };
  const state = STATES[answer?.state ?? ''];
  // `none` is a new reply.
  return { kind: 'found', text, state: state ?? 'pending', at: null, detail: null };
}
