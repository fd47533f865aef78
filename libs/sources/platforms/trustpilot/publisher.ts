/**
 * Replies through the Business API: `POST …/reply` publishes, `DELETE …/reply` takes away. There is no call that replaces
 * a reply; clients delete it and publish another. Ids are those of the public page.
 */
import { cleanTextOrNull, parseInstant, type LocalDateTime } from '@libs/kernel';
import { publisherCall } from '../../access/authorized';
import { AccessRevoked, CardNotYours, OutcomeUnknown, PlatformRefused } from '../../publish-errors';
import { isSuccess, publishFailure } from '../../publish-status';
import type { HeldReply, PublishResult, PublishTools, ReplyPublisher, ReviewAddress } from '../../publisher';
import type { SourceResponse } from '../../source-http';
import {
  CREDENTIAL_FIELDS,
  findUrl,
  PLATFORM,
  privateListUrl,
  reviewShape,
  reviewUrl,
  trustpilotTokens,
  unitShape,
  writtenShape,
} from './business-api';
import { businessOf, HOSTS } from './match';

/** Not documented; texts of this length are common, and one that is too long is answered as a bad request. */
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
    const answer = await publisherCall(PLATFORM, trustpilotTokens, tools, { url: privateListUrl(unit.card) });
    if (answer.status === 404) throw new CardNotYours('The connected Trustpilot account does not run this business');
    if (!isSuccess(answer)) throw failureOf(answer, 'question');
    return unit;
  },

  async publish({ externalId }: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult> {
    const answer = await publisherCall(PLATFORM, trustpilotTokens, tools, {
      url: `${reviewUrl(externalId)}/reply`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ authorBusinessUserId: tools.credentials['business_user_id'] ?? '', message: text }),
    });
    if (answer.status === 409) throw new PlatformRefused('Trustpilot holds a reply to this review already');
    if (!isSuccess(answer)) throw failureOf(answer, 'text');
    return { kind: 'published', at: writtenAt(answer) };
  },

  async remove({ externalId }: ReviewAddress, tools: PublishTools): Promise<void> {
    const url = `${reviewUrl(externalId)}/reply`;
    const answer = await publisherCall(PLATFORM, trustpilotTokens, tools, { url, method: 'DELETE' });
    // Neither the reply nor the review: what was to be gone is gone.
    if (isSuccess(answer) || answer.status === 404) return;
    throw failureOf(answer, 'change');
  },

  async readBack({ externalId }: ReviewAddress, tools: PublishTools): Promise<HeldReply> {
    const answer = await publisherCall(PLATFORM, trustpilotTokens, tools, { url: reviewUrl(externalId) });
    if (answer.status === 404) return { kind: 'review_gone' };
    if (!isSuccess(answer)) throw failureOf(answer, 'question');
    const read = reviewShape.safeParse(answer.json());
    if (!read.success) throw new PlatformRefused('Trustpilot describes the review in another form');
    const text = cleanTextOrNull(read.data.companyReply?.text);
    if (text === null) return { kind: 'none' };
    return { kind: 'held', text, state: 'published', at: utcTime(read.data.companyReply?.createdAt), detail: null };
  },
};

/** The business of a page, found by its name; that the account runs it is not shown by this. */
async function findUnit(business: string, tools: PublishTools): Promise<{ card: string; name: string | null }> {
  const headers = { apikey: tools.credentials['api_key'] ?? '' };
  const answer = await tools.http.request(findUrl(business), { headers });
  if (answer.status === 404) throw new CardNotYours('Trustpilot knows no business of this name');
  if (answer.status === 403) throw new AccessRevoked('Trustpilot does not take the API key');
  if (!isSuccess(answer)) throw failureOf(answer, 'question');
  const read = unitShape.safeParse(answer.json());
  if (!read.success) throw new PlatformRefused('Trustpilot describes the business in another form');
  return { card: read.data.id, name: cleanTextOrNull(read.data.displayName) };
}

/** Trustpilot's words of a refusal are not documented and may repeat the text: only the status is told. */
function failureOf(answer: SourceResponse, carried: 'text' | 'change' | 'question'): Error {
  return publishFailure(answer, { platform: PLATFORM, carried });
}

/** An empty answer is a good one; a page in its place is that of something which stands before the API. */
function writtenAt(answer: SourceResponse): LocalDateTime | null {
  const body = answer.body.trim();
  if (body === '') return null;
  if (body.startsWith('<')) throw new OutcomeUnknown('Trustpilot answered with a page instead of data');
  const read = writtenShape.safeParse(answer.json());
  return read.success ? utcTime(read.data.reply?.createdAt ?? read.data.createdAt) : null;
}

function utcTime(time: string | null | undefined): LocalDateTime | null {
  return parseInstant(time ?? '')?.slice(0, 19) ?? null;
}
