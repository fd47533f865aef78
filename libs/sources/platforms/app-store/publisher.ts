/**
 * Publishes replies through the App Store Connect API: `POST /customerReviewResponses` writes or replaces, `DELETE` deletes. Apple
 * shows a reply some time later; until then its state is `PENDING_PUBLISH`.
 *
 * The API has its own ids of reviews, unrelated to those of the public list, so only a review that a visit of the API has read can be
 * answered.
 */
import { cleanTextOrNull, parseInstant, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { isSuccess, OutcomeUnknown, PlatformRefused } from '../../publish-errors';
import type { ReplyOnPlatform, PublishResult, PublishTools, ReplyPublisher, ReviewAddress } from '../../publisher';
import { jsonOrNull } from '../../read-shape';
import type { PublishResponse } from '../../source-http';
import {
  call,
  failureOf,
  RESPONSES,
  responseShape,
  responseUrl,
  reviewUrl,
  type StoreResponse,
} from './app-store-connect';
import { readReply } from './connect-reviews';

export const REPLY_MAX_CHARACTERS = 5_970;

export const publisher: ReplyPublisher = {
  canReplace: true,
  canDelete: true,
  // Every reply is published after a while; the response contains the state.
  moderated: false,
  needsReviewText: false,

  async publish(review: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult> {
    const response = await call(tools, {
      url: RESPONSES,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        data: {
          type: 'customerReviewResponses',
          attributes: { responseBody: text },
          relationships: { review: { data: { type: 'customerReviews', id: requireId(review) } } },
        },
      }),
    });
    if (!isSuccess(response)) throw failureOf(response, { requestKind: 'text' });
    const { attributes } = publishedReply(response);
    return isPending(attributes) ? { kind: 'accepted' } : { kind: 'published', at: timeOf(attributes) };
  },

  async remove(review: ReviewAddress, tools: PublishTools): Promise<void> {
    const found = await replyAtStore(review, tools);
    if (found === null || found === 'review_gone') return;
    const response = await call(tools, { url: responseUrl(found.id), method: 'DELETE' });
    // 404: the reply no longer exists, so there is nothing to delete.
    if (isSuccess(response) || response.status === 404) return;
    throw failureOf(response, { requestKind: 'change' });
  },

  async readBack(review: ReviewAddress, tools: PublishTools): Promise<ReplyOnPlatform> {
    const found = await replyAtStore(review, tools);
    if (found === 'review_gone') return { kind: 'review_gone' };
    const text = cleanTextOrNull(found?.attributes.responseBody);
    if (found === null || text === null) return { kind: 'none' };
    const state = isPending(found.attributes) ? 'pending' : 'published';
    return { kind: 'found', text, state, at: timeOf(found.attributes), detail: null };
  },
};

/** The reply that Apple stores; null if there is none. */
async function replyAtStore(review: ReviewAddress, tools: PublishTools): Promise<StoreResponse | 'review_gone' | null> {
  const response = await call(tools, { url: reviewUrl(requireId(review)) });
  if (response.status === 404) return 'review_gone';
  if (!isSuccess(response)) throw failureOf(response, { requestKind: 'read' });
  try {
    return readReply(response.json());
  } catch (error) {
    throw new PlatformRefused('App Store Connect returned the review in an unexpected format', { cause: error });
  }
}

function requireId({ idOnOwnerRoad }: ReviewAddress): string {
  if (idOnOwnerRoad !== null) return idOnOwnerRoad;
  throw new PlatformRefused(
    'App Store Connect has not shown this review yet: it can be answered after the next collection, if the key opens its app',
  );
}

const publishedShape = z.looseObject({ data: responseShape });

function publishedReply(response: PublishResponse): StoreResponse {
  const result = publishedShape.safeParse(jsonOrNull(response.body));
  if (!result.success) throw new OutcomeUnknown('App Store Connect returned an unexpected response');
  return result.data.data;
}

type Attributes = StoreResponse['attributes'];

const isPending = ({ state }: Attributes): boolean => state === 'PENDING_PUBLISH';

const timeOf = ({ lastModifiedDate }: Attributes): LocalDateTime | null =>
  parseInstant(lastModifiedDate ?? '')?.slice(0, 19) ?? null;
