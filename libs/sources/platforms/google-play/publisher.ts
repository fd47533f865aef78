/**
 * Publishes replies through the Google Play Developer API: `POST …:reply` publishes and replaces. Replies cannot be deleted. The API
 * finds the reviews of the last week only, so a review that it does not find may still exist: `readBack` then returns `unknown`, and
 * the public list shows the reply later. Google removes HTML tags from replies.
 */
import { publisherCall } from '../../access/authorized';
import { isSuccess, OutcomeUnknown, PlatformRefused } from '../../publish-errors';
import type { ReplyOnPlatform, PublishResult, PublishTools, ReplyPublisher, ReviewAddress } from '../../publisher';
import type { PublishResponse } from '../../source-http';
import { failureOf, PLATFORM, playTokens, publishedShape, reviewShape, reviewUrl } from './developer-api';
import { replyOf, timeOf } from './parse-developer';

export const REPLY_MAX_CHARACTERS = 350;

export const publisher: ReplyPublisher = {
  canReplace: true,
  canDelete: false,
  moderated: false,
  needsReviewText: false,

  async publish({ card, externalId }: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult> {
    const response = await publisherCall(PLATFORM, playTokens, tools, {
      url: `${reviewUrl(card, externalId)}:reply`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ replyText: text }),
    });
    if (response.status === 404)
      throw new PlatformRefused(
        'Google Play does not find the review: it was deleted, or is too old for the interface',
      );
    if (!isSuccess(response)) throw failureOf(response, { requestKind: 'text' });
    return { kind: 'published', at: timeOf(publishedReply(response)?.lastEdited) };
  },

  remove(): Promise<void> {
    return Promise.reject(new PlatformRefused('Google Play has no interface to delete a reply'));
  },

  async readBack({ card, externalId }: ReviewAddress, tools: PublishTools): Promise<ReplyOnPlatform> {
    const response = await publisherCall(PLATFORM, playTokens, tools, { url: reviewUrl(card, externalId) });
    if (response.status === 404) return { kind: 'unknown' };
    if (!isSuccess(response)) throw failureOf(response, { requestKind: 'read' });
    const result = reviewShape.safeParse(response.json());
    if (!result.success) throw new PlatformRefused('Google Play returned the review in an unexpected format');
    const reply = replyOf(result.data);
    return reply === null ? { kind: 'none' } : { kind: 'found', ...reply, state: 'published', detail: null };
  },
};

/** Throws `OutcomeUnknown` if the response is not JSON of the documented form. */
function publishedReply(response: PublishResponse) {
  const result = publishedShape.safeParse(response.json());
  if (!result.success) throw new OutcomeUnknown('Google Play returned an unexpected response');
  return result.data.result;
}
