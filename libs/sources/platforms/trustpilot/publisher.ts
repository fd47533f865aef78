/**
 * Publishes replies through the Business API: `POST …/reply` publishes, `DELETE …/reply` deletes. A reply cannot be replaced;
 * clients delete it and publish another reply. The API uses the ids of the public page.
 */
import { cleanTextOrNull, parseInstant, type LocalDateTime } from '@libs/kernel';
import { publisherCall } from '../../access/authorized';
import { AccessRevoked, CardNotYours, OutcomeUnknown, PlatformRefused } from '../../publish-errors';
import { isSuccess, publishFailure } from '../../publish-status';
import type { HeldReply, PublishResult, PublishTools, ReplyPublisher, ReviewAddress } from '../../publisher';
import type { PublishResponse } from '../../source-http';
import {
  CREDENTIAL_FIELDS,
  findUrl,
  PLATFORM,
  privateListUrl,
  reviewShape,
  reviewUrl,
  trustpilotTokens,
  unitShape,
  publishedShape,
} from './business-api';
import { businessOf, HOSTS } from './match';

/** Not documented; texts of this length are common, and the API responds with 400 to longer texts. */
export const REPLY_MAX_CHARACTERS = 4_000;

export const publisher: ReplyPublisher = {
  hosts: HOSTS,
  credentialFields: CREDENTIAL_FIELDS,
  canReplace: false,
  canDelete: true,
  moderated: false,
  needsReviewText: false,

  async check(objectUrl: string, tools: PublishTools): Promise<{ card: string; name: string | null }> {
    const unit = await findUnit(businessOf(objectUrl), tools);
    const response = await publisherCall(PLATFORM, trustpilotTokens, tools, { url: privateListUrl(unit.card) });
    if (response.status === 404) throw new CardNotYours('The connected Trustpilot account does not run this business');
    if (!isSuccess(response)) throw failureOf(response, 'read');
    return unit;
  },

  async publish({ externalId }: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult> {
    const response = await publisherCall(PLATFORM, trustpilotTokens, tools, {
      url: `${reviewUrl(externalId)}/reply`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ authorBusinessUserId: tools.credentials['business_user_id'] ?? '', message: text }),
    });
    if (response.status === 409) throw new PlatformRefused('Trustpilot already has a reply to this review');
    if (!isSuccess(response)) throw failureOf(response, 'text');
    return { kind: 'published', at: publishedAt(response) };
  },

  async remove({ externalId }: ReviewAddress, tools: PublishTools): Promise<void> {
    const url = `${reviewUrl(externalId)}/reply`;
    const response = await publisherCall(PLATFORM, trustpilotTokens, tools, { url, method: 'DELETE' });
    // 404: the reply or the review does not exist, so there is nothing to delete.
    if (isSuccess(response) || response.status === 404) return;
    throw failureOf(response, 'change');
  },

  async readBack({ externalId }: ReviewAddress, tools: PublishTools): Promise<HeldReply> {
    const response = await publisherCall(PLATFORM, trustpilotTokens, tools, { url: reviewUrl(externalId) });
    if (response.status === 404) return { kind: 'review_gone' };
    if (!isSuccess(response)) throw failureOf(response, 'read');
    const result = reviewShape.safeParse(response.json());
    if (!result.success) throw new PlatformRefused('Trustpilot returned the review in an unexpected format');
    const text = cleanTextOrNull(result.data.companyReply?.text);
    if (text === null) return { kind: 'none' };
    return { kind: 'held', text, state: 'published', at: utcTime(result.data.companyReply?.createdAt), detail: null };
  },
};

/** Finds the business of a page by its name. Does not verify that the account belongs to the business. */
async function findUnit(business: string, tools: PublishTools): Promise<{ card: string; name: string | null }> {
  const headers = { apikey: tools.credentials['api_key'] ?? '' };
  const response = await tools.http.request(findUrl(business), { headers });
  if (response.status === 404) throw new CardNotYours('Trustpilot has no business of this name');
  if (response.status === 403) throw new AccessRevoked('Trustpilot does not accept the API key');
  if (!isSuccess(response)) throw failureOf(response, 'read');
  const result = unitShape.safeParse(response.json());
  if (!result.success) throw new PlatformRefused('Trustpilot returned the business in an unexpected format');
  return { card: result.data.id, name: cleanTextOrNull(result.data.displayName) };
}

/** The error of a response. Uses only the status: Trustpilot's message is not documented and may repeat the reply's text. */
function failureOf(response: PublishResponse, requestKind: 'text' | 'change' | 'read'): Error {
  return publishFailure(response, { platform: PLATFORM, requestKind });
}

/**
 * The time of a published reply; null if the response does not contain it. Throws `OutcomeUnknown` for an HTML page, which is the
 * response of a proxy in front of the API.
 */
function publishedAt(response: PublishResponse): LocalDateTime | null {
  const body = response.body.trim();
  if (body === '') return null;
  if (body.startsWith('<')) throw new OutcomeUnknown('Trustpilot returned an HTML page instead of data');
  const result = publishedShape.safeParse(response.json());
  return result.success ? utcTime(result.data.reply?.createdAt ?? result.data.createdAt) : null;
}

function utcTime(time: string | null | undefined): LocalDateTime | null {
  return parseInstant(time ?? '')?.slice(0, 19) ?? null;
}
