import { ApiSchema } from '@nestjs/swagger';
import { Shown } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import type { ReplyRecord } from '../persistence/reply-record.sql';
import type { ListedReply } from '../persistence/reply-list.query';
import { presentReply, ReplyStatus } from './reply.payload';

/** The reply in v3 (contract §2.6). */
@ApiSchema({ description: 'The reply to a review, its author, and the state of its publication.' })
export class ReplyDetails extends ReplyStatus {
  @Shown({ type: 'string', description: 'The text that was accepted last.', example: 'Thank you for your visit' })
  text!: string;

  @Shown({
    type: 'string',
    values: ['publish', 'remove'],
    description: 'What was accepted last: to publish the text, or to remove the reply.',
    example: 'publish',
  })
  wish!: string;

  @Shown({ type: 'date-time', description: 'When the text or the removal was accepted.' })
  accepted_at!: string;

  @Shown({
    type: 'integer',
    description: 'Requests that were sent to the platform for it. A reply fails after three.',
    example: 1,
  })
  attempts!: number;

  @Shown({ type: 'date-time', nullable: true, description: 'When it is sent next; null unless it is `pending`.' })
  next_attempt_at!: string | null;

  @Shown({
    type: 'string',
    nullable: true,
    description: 'What the platform answered to a reply that failed, in English or in the language of the platform.',
    example: null,
  })
  detail!: string | null;

  @Shown({
    type: 'string',
    nullable: true,
    description: 'Name of the person whose request was accepted last; null for a key.',
    example: 'Ana',
  })
  by!: string | null;
}

@ApiSchema({ description: 'A reply of the account, and the review that it answers.' })
export class ListedReplyDetails extends ReplyDetails {
  @Shown({ type: 'integer', description: 'The review.' })
  review_id!: number;

  @Shown({ type: 'integer', description: 'The object.' })
  object_id!: number;

  @Shown({ type: 'integer', description: 'Platform.' })
  source_id!: number;
}

type Names = ReadonlyMap<number, string>;

export function presentDetails(reply: ReplyRecord, names: Names): ReplyDetails {
  const status = presentReply(reply);
  return {
    ...status,
    text: reply.text,
    wish: reply.action,
    accepted_at: wireTime(reply.acceptedAt),
    attempts: reply.attempts,
    next_attempt_at: status.status === 'pending' ? wireTimeOrNull(reply.dueAt) : null,
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
