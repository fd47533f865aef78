/**
 * Publishes replies through the Business API: `POST …/reply` publishes, `DELETE …/reply` deletes. A reply cannot be replaced;
 * clients delete it and publish another reply. The API uses the ids of the public page.
 */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { publisherCall } from '../../access/authorized';
import { isSuccess, OutcomeUnknown, PlatformRefused } from '../../publish-errors';
import type { ReplyOnPlatform, PublishResult, PublishTools, ReplyPublisher, ReviewAddress } from '../../publisher';
import type { PublishResponse } from '../../source-http';
import { utcTimeOrNull } from '../../times';
import { failureOf, PLATFORM, publishedShape, reviewShape, reviewUrl, trustpilotTokens } from './business-api';

/** Not documented; texts of this length are common, and the API responds with 400 to longer texts. */
export const REPLY_MAX_CHARACTERS = 4_000;

export const publisher: ReplyPublisher = {
  canReplace: false,
  canDelete: true,
  moderated: false,
  needsReviewText: false,

  async publish({ externalId }: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult> {
    const response = await publisherCall(PLATFORM, trustpilotTokens, tools, {
      url: `${reviewUrl(externalId)}/reply`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ authorBusinessUserId: tools.credentials['business_user_id'] ?? '', message: text }),
    });
    if (response.status === 409) throw new PlatformRefused('Trustpilot already has a reply to this review');
    if (!isSuccess(response)) throw failureOf(response, { requestKind: 'text' });
    return { kind: 'published', at: publishedAt(response) };
  },

  async remove({ externalId }: ReviewAddress, tools: PublishTools): Promise<void> {
    const url = `${reviewUrl(externalId)}/reply`;
    const response = await publisherCall(PLATFORM, trustpilotTokens, tools, { url, method: 'DELETE' });
    // 404: the reply or the review does not exist, so there is nothing to delete.
    if (isSuccess(response) || response.status === 404) return;
    throw failureOf(response, { requestKind: 'change' });
  },

  async readBack({ externalId }: ReviewAddress, tools: PublishTools): Promise<ReplyOnPlatform> {
    const response = await publisherCall(PLATFORM, trustpilotTokens, tools, { url: reviewUrl(externalId) });
    if (response.status === 404) return { kind: 'review_gone' };
    if (!isSuccess(response)) throw failureOf(response, { requestKind: 'read' });
    const result = reviewShape.safeParse(response.json());
    if (!result.success) throw new PlatformRefused('Trustpilot returned the review in an unexpected format');
    const text = cleanTextOrNull(result.data.companyReply?.text);
    if (text === null) return { kind: 'none' };
    return {
      kind: 'found',
      text,
      state: 'published',
      at: utcTimeOrNull(result.data.companyReply?.createdAt),
      detail: null,
    };
  },
};

/**
 * The time of a published reply; null if the response does not contain it. Throws `OutcomeUnknown` for an HTML page, which is the
 * response of a proxy in front of the API.
 */
function publishedAt(response: PublishResponse): LocalDateTime | null {
  const body = response.body.trim();
  if (body === '') return null;
  if (body.startsWith('<')) throw new OutcomeUnknown('Trustpilot returned an HTML page instead of data');
  const result = publishedShape.safeParse(response.json());
  return result.success ? utcTimeOrNull(result.data.reply?.createdAt ?? result.data.createdAt) : null;
}
