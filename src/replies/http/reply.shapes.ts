import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { REPLY_FAILURES, REPLY_STATES, replyForClients, type Reply } from '../domain/reply';
import type { ListedReply } from '../persistence/reply-list.query';
import type { ReplyRecord } from '../persistence/reply-record.sql';

/** The wire form of a reply (contract §2.6). */
@ApiSchema({ description: 'The reply to a review and the state of its publication.' })
export class ReplyStatus extends Shape({
  status: {
    description:
      '`pending`: a text or a removal was accepted and is not carried out yet; also while the service publishes again because the platform shows an earlier text. `publishing`: a worker is sending it to the platform. `published`: the platform accepted it. `failed`: see `error`. `deleted`: removed from the platform.',
    type: 'string',
    values: REPLY_STATES,
    example: 'published',
  },
  published_at: { description: 'When the platform accepted the published text.', type: 'date-time', nullable: true },
  confirmed_at: {
    description:
      'When a collection first found it on the platform; null while the platform shows another text or none.',
    type: 'date-time',
    nullable: true,
  },
  error: {
    description: 'Why it failed. After `text_rejected`, send another text.',
    type: 'string',
    values: REPLY_FAILURES,
    nullable: true,
    example: null,
  },
}) {}

/** An accepted reply; its status is always `pending` (contract §3.1). */
@ApiSchema({ description: 'A reply that was accepted; it is published later.' })
export class AcceptedReply extends Shape({
  text: { description: 'The text to publish or to remove.', type: 'string', example: 'Thank you for your visit' },
  status: { description: 'The state at acceptance.', type: 'string', values: ['pending'], example: 'pending' },
}) {}

export function presentReply(reply: Reply): ReplyStatus {
  const { status, publishedAt, confirmedAt, error } = replyForClients(reply);
  return { status, published_at: wireTimeOrNull(publishedAt), confirmed_at: wireTimeOrNull(confirmedAt), error };
}

export const presentAccepted = (text: string): AcceptedReply => ({ text, status: 'pending' });

/** The reply in v3 (contract §2.6). */
@ApiSchema({ description: 'The reply to a review, its author, and the state of its publication.' })
export class ReplyDetails extends Shape(ReplyStatus, {
  text: { type: 'string', description: 'The text that was accepted last.', example: 'Thank you for your visit' },
  wish: {
    type: 'string',
    values: ['publish', 'remove'],
    description: 'What was accepted last: to publish the text, or to remove the reply.',
    example: 'publish',
  },
  accepted_at: { type: 'date-time', description: 'When the text or the removal was accepted.' },
  attempts: {
    type: 'integer',
    description: 'Requests that were sent to the platform for it. A reply fails after three.',
    example: 1,
  },
  next_attempt_at: {
    type: 'date-time',
    nullable: true,
    description: 'When it is sent next; null unless it is `pending`, and while replies are switched off.',
  },
  switched_off_since: {
    type: 'date-time',
    nullable: true,
    description:
      'Since when the operator has switched off replies on the platform: a `pending` reply waits, and is sent when they are switched on again. Null while they are on, and unless it is `pending`.',
    example: null,
  },
  detail: {
    type: 'string',
    nullable: true,
    description: 'What the platform answered to a reply that failed, in English or in the language of the platform.',
    example: null,
  },
  by: {
    type: 'string',
    nullable: true,
    description: 'Name of the person whose request was accepted last; null for a key.',
    example: 'Ana',
  },
}) {}

@ApiSchema({ description: 'A reply of the account, and the review that it answers.' })
export class ListedReplyDetails extends Shape(ReplyDetails, {
  review_id: { type: 'integer', description: 'The review.' },
  object_id: { type: 'integer', description: 'The object.' },
  source_id: { type: 'integer', description: 'Platform.' },
}) {}

type Names = ReadonlyMap<number, string>;

export function presentDetails(reply: ReplyRecord, names: Names): ReplyDetails {
  const status = presentReply(reply);
  const isPending = status.status === 'pending';
  return {
    ...status,
    text: reply.text,
    wish: reply.action,
    accepted_at: wireTime(reply.acceptedAt),
    attempts: reply.attempts,
    next_attempt_at: isPending && reply.switchedOffSince === null ? wireTimeOrNull(reply.dueAt) : null,
    switched_off_since: isPending ? wireTimeOrNull(reply.switchedOffSince) : null,
    detail: status.status === 'failed' ? reply.errorDetail : null,
    by: names.get(reply.acceptedBy ?? 0) ?? null,
  };
}

export const presentListed = (reply: ListedReply, names: Names): ListedReplyDetails => ({
  review_id: reply.reviewId,
  object_id: reply.objectId,
  source_id: reply.sourceId,
  ...presentDetails(reply, names),
});
